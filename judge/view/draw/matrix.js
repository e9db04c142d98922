// The table of several programs by cases. It marks the least and the largest time of those that
// are accepted.
const maxLines = 200;

function showMatrix(rows, programs) {
  if (programs.length === 0) return;
  const cells = new Map(), names = [];
  for (const r of rows) {
    if (!cells.has(r.name)) {
      cells.set(r.name, new Map());
      names.push(r.name);
    }
    cells.get(r.name).set(r.program, r);
  }
  const heads = programs.map(p => element('th', {scope: 'col'}, p.name, element('br'),
    element('span', {class: p.problem ? 'bad' : 'good'}, p.verdict),
    p.expected ? `, expected ${p.expected.replaceAll('_', ' ')}` : '',
    ...p.problem ? [element('br'), element('span', {class: 'bad'}, p.problem)] : []));
  const line = name => {
    const of = cells.get(name);
    const times = [...of.values()].filter(r => r.verdict === 'AC' && r.cpu !== null).map(r => r.cpu);
    const [least, most] = [Math.min(...times), Math.max(...times)];
    return element('tr', {}, element('th', {scope: 'row'}, name), ...programs.map(p => {
      const r = of.get(p.name);
      if (!r) return element('td');
      const text = r.cpu === null ? r.verdict : `${r.verdict} ${r.cpu.toFixed(3)} s`;
      const button = element('button', {type: 'button', class: mood(r.verdict)}, text);
      button.addEventListener('click', () => choose(r));
      const ends = r.verdict !== 'AC' || least === most ? '' : r.cpu === least ? 'min' :
        r.cpu === most ? 'max' : '';
      return element('td', {class: 'fixed ' + mood(r.verdict)}, button, element('sup', {}, ends));
    }));
  };
  byID('matrix').append(element('table', {},
    element('thead', {}, element('tr', {}, element('th', {}, 'case'), ...heads)),
    element('tbody', {}, ...names.slice(0, maxLines).map(line))),
    names.length > maxLines ? `${names.length - maxLines} more cases are in the list` : '');
  byID('matrix').hidden = false;
}
