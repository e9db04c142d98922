"""Imports packages as polygon-cli does: polygon_import.py PACKAGE...

PYTHONPATH names the source of polygon-cli and the modules that it imports. Nothing is sent:
this keeps what would be, and compares it with the files of each package. The exit code is 1 if
a file, a test or a part of the statement is missing.
"""
import glob
import os
import sys
from xml.etree import ElementTree

from polygon_cli.problem import ProblemSession

sent = []


class Recorded(ProblemSession):
    def __init__(self):
        self.verbose, self.groups_enabled, self.scores_enabled = False, set(), False

    def send_api_request(self, api_method, params, is_json=True, problem_data=True):
        sent.append((api_method, dict(params)))
        return {}

    def upload_file(self, name, type, content, is_new, tag=None, source_type=None):
        sent.append((type, {'name': name, 'tag': tag, 'source_type': source_type}))
        return True

    def set_utility_file(self, polygon_filename, type):
        sent.append(('set ' + type, {'name': polygon_filename}))


def of(kind):
    return [params for name, params in sent if name == kind]


failed = False
for package in sys.argv[1:]:
    sent.clear()
    Recorded().import_problem_from_package(package)
    problem = ElementTree.parse(os.path.join(package, 'problem.xml'))
    tests = problem.findall('judging/testset/tests/test')
    manual = [test for test in tests if test.attrib['method'] == 'manual']
    script = ''.join(params['source'] for params in of('problem.saveScript')).splitlines()
    uploaded = {params['name'] for params in of('source')}
    utilities = {params['name'] for kind in ('set checker', 'set validator') for params in of(kind)}
    statement = of('problem.saveStatement')[0]
    solutions = {params['name'] for params in of('solution')}
    found = {
        'solutions': solutions == {os.path.basename(n) for n in glob.glob(package + '/solutions/*')
                                   if not n.endswith('.desc')},
        'a main solution': sum(params['tag'] == 'MA' for params in of('solution')) == 1,
        'types of sources': all(p['source_type'] for p in of('source') + of('solution')),
        'checker and validator': len(utilities) == 2 and utilities <= uploaded,
        'a generator': len(uploaded) == 3 or not script,
        'tests': sum('testInput' in p for p in of('problem.saveTest')) == len(manual),
        'lines of the script': len(script) == len(tests) - len(manual),
        'statement': all(statement.get(part, '').strip()
                         for part in ('name', 'legend', 'input', 'output')),
    }
    missing = [name for name, right in found.items() if not right]
    said = 'not as they should be: ' + ', '.join(missing) if missing else 'as they should be'
    print(os.path.basename(package), len(solutions), 'solutions,', len(manual), 'tests,',
          len(script), 'lines of the script;', said)
    failed |= bool(missing)
sys.exit(failed)
