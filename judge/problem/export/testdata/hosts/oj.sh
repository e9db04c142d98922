#!/bin/sh
# Tries a package for online-judge-tools with its right submission and a wrong one: sh oj.sh PYTHON
# PACKAGE. PYTHONPATH has the modules of oj and of its api-client.
set -e
python=$1 package=$2
mkdir "$package/bin"
printf '#!/bin/sh\nexec "%s" -m onlinejudge_command.main "$@"\n' "$python" > "$package/bin/oj"
chmod +x "$package/bin/oj"
PATH=$package/bin:$PATH
for name in accepted/right wrong_answer/always_solvable; do
	g++ -std=c++17 -O2 -o "$package/$(basename $name)" "$package/submissions/$name.cpp"
done
sh "$package/test.sh" "$package/right" 2>&1
if sh "$package/test.sh" "$package/always_solvable" 2>&1; then
	echo "a wrong submission passes"
	exit 1
fi
echo "as they should be"
