"""Imports packages as rbx does: rbx_import.py PACKAGE...

PYTHONPATH names the source of rbx and the modules that it imports. The exit code is 1 if a package
is refused, if a test is not the one of the package, or if rbx can't read what it wrote.
"""
import asyncio
import glob
import os
import pathlib
import sys
import tempfile
from xml.etree import ElementTree

from rbx import utils
from rbx.box.packaging.polygon.importer import PolygonImporter
from rbx.box.schema import Package


def texts(pattern):
    return sorted(pathlib.Path(name).read_bytes() for name in glob.glob(pattern))


failed = False
for package in sys.argv[1:]:
    with tempfile.TemporaryDirectory() as to:
        asyncio.run(PolygonImporter(None).import_package(pathlib.Path(package), pathlib.Path(to)))
        made = utils.model_from_yaml(Package, pathlib.Path(to, 'problem.rbx.yml').read_text())
        problem = ElementTree.parse(os.path.join(package, 'problem.xml'))
        samples = problem.findall("judging/testset/tests/test[@sample='true']")
        checker = pathlib.Path(package, 'files', 'check.cpp').read_bytes()
        found = {
            'inputs': texts(to + '/tests/*/*.in') == texts(package + '/tests/*[0-9]'),
            'answers': texts(to + '/tests/*/*.ans') == texts(package + '/tests/*.a'),
            'samples': len(glob.glob(to + '/tests/samples/*.in')) == len(samples) > 0,
            'checker': pathlib.Path(to, str(made.checker.path)).read_bytes() == checker,
            'title': made.titles['en'] == problem.find('names/name').attrib['value'],
            'limits': made.timeLimit == int(problem.find('judging/testset/time-limit').text),
        }
    wrong = [what for what, right in found.items() if not right]
    failed |= bool(wrong)
    name = os.path.basename(package)
    print('%s: %s' % (name, 'refused: ' + ', '.join(wrong) if wrong else 'imported'))
sys.exit(failed)
