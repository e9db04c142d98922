"""Converts packages as polygon2domjudge does: polygon2domjudge.py DIRECTORY, which has them.

PYTHONPATH names polygon2domjudge's source, whose p2d/res/testlib needs a testlib.h. That of
2021 copies a checker into a directory that it forgets to make: this makes it.
"""
import sys

from p2d import main as p2d

ensure = p2d.Problem.ensure_dir


def ensure_both(self, *paths):
    ensure(self, *paths)
    if paths[0] == 'output_validators':
        ensure(self, 'output_validator', *paths[1:])


p2d.Problem.ensure_dir = ensure_both
sys.argv = ['p2d', sys.argv[1]]
p2d.main()
