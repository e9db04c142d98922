# Reads lines "package import..." and "package test import...", and prints each import
# that breaks the floors:
#
#	4  main.go
#	3  judge/command and its sub-packages: the only importers of urfave/cli
#	2  joining packages: formats, solver, cases and the judge meet here
#	1  judge and its pure packages | formats/... | solver/... | cases
#	0  solver/puzzle
#
# A package imports lower floors. On a floor, packages of a command, of the joining
# floor and of each part of floor 1 import each other. Tests import what they need, but
# judge/command and urfave/cli are not for tests of lower floors.
BEGIN {
	words("judge/checker judge/cluster judge/convert judge/problem/export judge/judgetest" \
		" judge/judgetest/lack judge/judgetest/screen judge/problem/recipe judge/view/show judge/stream judge/view/web judge/view/web/page" \
		" judge/view/web/wasm", joining)
	words("judge judge/pipeline judge/view/draw judge/problem/generate judge/protocol judge/view/report judge/program/access judge/program/sandbox" \
		" judge/program/sandbox/cgroup judge/program/sandbox/disk judge/program/sandbox/filter judge/program/sandbox/landlock judge/program/sandbox/means judge/program/sandbox/proc judge/program/sandbox/tasks judge/program/sandbox/view judge/program/scratch judge/program/stress" \
		" judge/problem/submission judge/problem/suite judge/program/trial", pure)
}

function words(text, set,    list, i) {
	split(text, list, " ")
	for (i in list) set[list[i]]
}

# place returns the part of the program that a package belongs to.
function place(p) {
	if (p == "tilejudge") return "main"
	sub(/^tilejudge\//, "", p)
	if (p ~ /^judge\/command(\/|$)/) return "command"
	if (p in joining) return "joining"
	if (p in pure) return "judge"
	if (p == "solver/puzzle") return "puzzle"
	if (p ~ /^(formats|solver)(\/|$)/) return substr(p, 1, 6)
	if (p == "cases") return "cases"
	return ""
}

function floor(part) {
	if (part == "main") return 4
	if (part == "command") return 3
	if (part == "joining") return 2
	return part != "puzzle"
}

function complain(what) {
	print what
	failed = 1
}

{
	here = place($1)
	if (here == "") complain($1 " is on no floor: name it in .ci/floors.awk")
	for (i = 2; i <= NF; i++) {
		if ($i ~ /^github.com\/urfave\/cli/ && here != "command")
			complain($1 " imports " $i ", which is for judge/command")
		if ($i !~ /^tilejudge(\/|$)/) continue
		there = place($i)
		if ($2 == "test" && there != "command") continue
		if (there != here && floor(there) >= floor(here))
			complain($1 " imports " $i ", which is no lower")
	}
}

END { exit failed }
