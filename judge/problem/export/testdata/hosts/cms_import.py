"""Imports packages as CMS does, and reads what their checkers say:
cms_import.py SOURCE PACKAGE...

SOURCE is that of CMS. PYTHONPATH names it, too, and the modules that it imports. No database is
needed: the files go nowhere. The exit code is 1 if a package is refused or a verdict is not the one
expected.
"""
import hashlib
import io
import os
import subprocess
import sys

os.environ.setdefault('CMS_CONFIG', sys.argv[1] + '/config/cms.sample.toml')

from cms.grading.steps.trusted import extract_outcome_and_text
from cmscontrib.loaders.italy_yaml import YamlLoader


class Cacher:
    def put_file_from_path(self, path, description):
        with open(path, 'rb') as f:
            return hashlib.sha1(f.read()).hexdigest()


class Sandbox:
    stdout_file, stderr_file = 'stdout', 'stderr'

    def __init__(self, call):
        done = subprocess.run(call, capture_output=True, text=True)
        self.code, self.texts = done.returncode, {'stdout': done.stdout, 'stderr': done.stderr}

    def get_file_text(self, name):
        return io.StringIO(self.texts[name])


def outcome(package, case, output):
    """Returns the outcome of an output, which replaces the checker's exit code."""
    checker, given = (os.path.join(package, name) for name in ('check/checker', 'input'))
    answer = os.path.join(package, 'output', 'output%d.txt' % case)
    done = Sandbox([checker, os.path.join(given, 'input%d.txt' % case), answer, output or answer])
    assert done.code == 0, 'exit code %d: %s' % (done.code, done.texts['stderr'])
    return extract_outcome_and_text(done)


failed = False
for package in sys.argv[2:]:
    subprocess.run(['make', '-s', '-C', package], check=True)
    task = YamlLoader(package, Cacher()).get_task(get_statement=False)
    dataset = task.active_dataset
    cases = len(dataset.testcases)
    right = [outcome(package, i, None) for i in range(cases)]
    wrong = [outcome(package, i, __file__) for i in range(cases)]
    fine = (cases == len(os.listdir(os.path.join(package, 'input'))) and
            list(dataset.managers) == ['checker'] and
            dataset.task_type_parameters[2] == 'comparator' and
            all(points == 1 and text == ['Output is correct'] for points, text, _ in right) and
            all(points == 0 for points, _, _ in wrong))
    print(task.name, cases, 'cases', 'as they should be' if fine else (right, wrong))
    failed |= not fine
sys.exit(failed)
