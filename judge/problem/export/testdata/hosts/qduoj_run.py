"""Calls the checker of packages as QDUOJ's judge does, in its sandbox:
qduoj_run.py SOURCE PACKAGE...

SOURCE is that of QDUOJ's Judger, with output/libjudger.so. The user must be root: the
sandbox runs the checker as nobody. The exit code is 1 if a verdict is not the one expected.
"""
import glob
import json
import os
import shutil
import subprocess
import sys
import tempfile

import _judger

popen = subprocess.Popen


def own(args, **options):
    return popen([sys.argv[1] + '/output/libjudger.so'] + args[1:], **options)


def call(command, source, out, milliseconds, rule):
    """Runs a command under the limits of the judge, and returns its result."""
    return _judger.run(
        max_cpu_time=milliseconds, max_real_time=3 * milliseconds, max_memory=1024 << 20,
        max_stack=128 << 20, max_output_size=1 << 30, max_process_number=_judger.UNLIMITED,
        exe_path=command[0], args=command[1:], input_path=source, output_path=out, error_path=out,
        env=['PATH=' + os.environ['PATH']], log_path=out + '.log', seccomp_rule_name=rule,
        uid=65534, gid=65534)


def verdict(checker, case, output, out):
    result = call([checker, case, output], case, out, 3000, 'c_cpp')
    assert result['signal'] == 0, result
    return result['exit_code']


_judger.subprocess.Popen = own
failed = False
for package in sys.argv[2:]:
    with tempfile.TemporaryDirectory() as temporary:
        os.chmod(temporary, 0o777)
        source, checker, out = (os.path.join(temporary, n) for n in ('spj.cpp', 'spj', 'out'))
        with open(package + '/1/problem.json') as f, open(source, 'w') as g:
            problem = json.load(f)
            g.write(problem['spj']['code'])
        compiled = call(['/usr/bin/g++', '-DONLINE_JUDGE', '-O2', '-w', '-std=c++17', source,
                         '-lm', '-o', checker], source, out, 10000, None)
        assert compiled['result'] == _judger.RESULT_SUCCESS, (compiled, open(out).read())
        wrong, found = os.path.join(temporary, 'wrong'), []
        with open(wrong, 'w') as f:
            f.write('no answer\n')
        for case in sorted(glob.glob(package + '/1/testcase/*.in')):
            given, right = (os.path.join(temporary, n) for n in ('case.in', 'case.out'))
            shutil.copy(case, given)
            shutil.copy(case[:-2] + 'out', right)
            for name in given, right, wrong:
                os.chmod(name, 0o644)
            found.append(tuple(verdict(checker, given, output, out) for output in (right, wrong)))
        fine = found and all(codes == (0, 1) for codes in found)
        print(os.path.basename(package), len(found), 'cases; the checker takes',
              compiled['cpu_time'], 'ms to compile;', 'as they should be' if fine else found)
        failed |= not fine
sys.exit(failed)
