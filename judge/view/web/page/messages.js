// tell shows a message, with what a person can do about it.
function tell(where, {Text, File, Line, Col, Fits}) {
  const box = element('div', {class: 'trouble'}, Text);
  const offer = (label, act) => {
    const button = element('button', {type: 'button'}, label);
    button.addEventListener('click', act);
    box.append(element('br'), button);
  };
  const area = byID(File || 'input');
  if (Line) {
    offer(`Go to line ${Line}${Col ? `, column ${Col}` : ''}`, () => pointAt(area, Line, Col));
  }
  if (File) area.setAttribute('aria-invalid', 'true');
  for (const name of Fits || []) {
    offer(`It is ${name}`, () => { byID('format').value = name; look(); byID('format').focus(); });
  }
  byID(where).append(box);
}

function forget(where) {
  byID(where).replaceChildren();
  for (const area of [byID('input'), byID('answers')]) area.removeAttribute('aria-invalid');
}

// pointAt selects the place of a message. Columns count bytes.
function pointAt(area, line, col) {
  const lines = area.value.split('\n');
  const text = lines[line - 1] ?? '';
  const bytes = new TextEncoder().encode(text).slice(0, Math.max((col || 1) - 1, 0));
  const begin = lines.slice(0, line - 1).reduce((sum, l) => sum + l.length + 1, 0) +
    new TextDecoder().decode(bytes).length;
  const word = /^\S*/.exec(area.value.slice(begin))[0].length;
  area.focus();
  area.setSelectionRange(begin, begin + (col ? Math.max(word, 1) : text.length));
}
