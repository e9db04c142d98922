"""Validates and tests packages as DMOJ's judge does: dmoj.py PACKAGE...

PYTHONPATH names the judge's source, built in place. The exit code is 1 if a test fails.
"""
import os
import subprocess
import sys
import tempfile

packages = [os.path.abspath(name) for name in sys.argv[1:]]
failed = False
with tempfile.TemporaryDirectory() as temporary:
    config = os.path.join(temporary, 'config.yml')
    with open(config, 'w') as f:
        print('problem_storage_globs: [%s]' % ', '.join(packages), file=f)
        print('runtime: {g++17: /usr/bin/g++}', file=f)
        print('tempdir: %s' % temporary, file=f)
        print('compiler_time_limit: 100', file=f) # a compiler is slow when it is traced
        print('validator_compiler_time_limit: 100', file=f)
        print('generator_compiler_time_limit: 100', file=f)
    for command in 'validate', 'test':
        call = ['-c', config, '--no-ansi', '-e', 'CPP17', '--skip-self-test', command]
        call += [os.path.basename(name) for name in packages]
        program = 'import sys; from dmoj.cli import main; sys.argv[0] = "dmoj"; main()'
        done = subprocess.run([sys.executable, '-c', program] + call)
        failed |= done.returncode != 0
sys.exit(failed)
