// The part of the address behind # holds these fields, in this order.
const shared = [['format', 'format'], ['in', 'input'], ['do', ''], ['moves', ''],
  ['as', 'answer-as'], ['answers', 'answers'], ['accept', 'require'], ['to', 'convert-to'],
  ['convert', ''], ['watch', 'watched'], ['searches', ''], ['theme', '']];

// These fields belong to one tab.
const of = {to: 'convert', convert: 'convert', watch: 'watch', searches: 'compare'};

const boxes = () => [...document.querySelectorAll('[name=search]')];
const theme = () => document.documentElement.dataset.theme || '';
const others = {
  do: () => tab(), moves: () => moves() === 'quick' ? '' : moves(),
  convert: () => byID('convert-answers').checked ? 'answers' : '', theme,
  searches: () => boxes().filter(box => box.checked).map(box => box.value).join(','),
};

function link() {
  const fields = new URLSearchParams();
  for (const [name, id] of shared) {
    const text = id ? value(id) : others[name]();
    if (text && (!of[name] || of[name] === tab())) fields.set(name, text);
  }
  return `#${fields}`;
}

// A server may have the files that let a browser install the page.
if (location.protocol.startsWith('http')) {
  document.head.append(element('link', {rel: 'manifest', href: 'manifest.webmanifest'}));
  navigator.serviceWorker?.register('sw.js').catch(() => {}); // the page alone works, too
}

const maxLink = 8000; // characters that all browsers and most programs take

async function share() {
  history.replaceState(null, '', link());
  try {
    await navigator.clipboard.writeText(location.href);
    byID('shared').textContent = 'The link is copied.';
  } catch {
    byID('shared').textContent = 'The link is in the address bar.';
  }
  if (location.href.length > maxLink) {
    byID('shared').textContent +=
      ` It has ${location.href.length} characters, which some programs cut.`;
  }
}

// readLink fills the page with what the address holds, or else with a first puzzle.
function readLink() {
  stop();
  const fields = new URLSearchParams(location.hash.slice(1));
  if (fields.get('in')) {
    byID('board').replaceChildren(); // it has the first puzzle
  } else {
    fields.set('in', byID('input').defaultValue);
    fields.set('format', plain);
  }
  for (const [name, id] of shared) {
    if (id && (!of[name] || fields.get(name))) byID(id).value = fields.get(name) || '';
  }
  for (const box of document.querySelectorAll('[name=moves]')) {
    box.checked = box.value === (fields.get('moves') || 'quick');
  }
  const searches = fields.get('searches')?.split(',');
  for (const box of boxes()) box.checked = !searches || searches.includes(box.value);
  byID('convert-answers').checked = fields.get('convert') === 'answers';
  if (['light', 'dark'].includes(fields.get('theme'))) {
    document.documentElement.dataset.theme = fields.get('theme');
  }
  select(verbs[fields.get('do')] ? fields.get('do') : 'solve');
  look();
}
