// The page. One solver looks at what is typed, and another one does tasks.
const eye = new Solver(), hand = new Solver();
const state = {found: null, busy: false, begun: 0, progress: '', looks: 0, tasks: 0,
  look: null};
const verbs = {solve: 'Solve', check: 'Check', compare: 'Compare', watch: 'Watch',
  convert: 'Convert'};
const titles = {solve: 'Answers', check: 'Verdicts', convert: 'Converted'};
const value = id => byID(id).value;
const tab = () => document.querySelector('[role=tab][aria-selected=true]').id.slice(4);
const moves = () => document.querySelector('[name=moves]:checked').value;
const plain = document.querySelector('main').dataset.plain;
const numberOf = row => +row.name.replace(/\D/g, '');

// listRows returns a function that adds rows to the list as they come.
function listRows() {
  const rows = [];
  let drawn = 0;
  return event => {
    rows.push({...unpack(event.Row), noPath: event.NoPath});
    if (rows.length === 1) showRows(rows, {summary: '', limit: 0, wall: 0});
    setFew(rows.length < 2);
    if (rows.length > 1 && performance.now() - drawn > 200) {
      drawn = performance.now();
      search();
    }
  };
}

// setFew hides what only several puzzles need.
function setFew(few) {
  byID('list').classList.toggle('few', few);
  byID('bench').classList.toggle('one', few);
}

// settle shows all rows, and chooses the first that failed, or else the one with a number.
function settle(number) {
  if (list.rows.length === 0) return;
  showRows(list.rows, {summary: byID('summary').textContent, limit: 0, wall: 0});
  const chosen = list.rows.find(row => numberOf(row) === number);
  if (chosen && !list.rows.some(row => mood(row.verdict) === 'bad')) choose(chosen);
  findPath();
}

function clearRows() {
  showRows([], {summary: '', limit: 0, wall: 0});
  setFew(true);
  byID('name').textContent = byID('message').textContent = '';
  load(null);
}

const request = () => ({Format: value('format'), Input: value('input')});

// waiting tells those who do not see the page whether it still changes.
const waiting = on => document.querySelector('main').setAttribute('aria-busy', on);

// look asks a solver what is typed, and shows the puzzle with a number. If a task begins meanwhile,
// the list is left to the task. Of several calls that wait for another one, only the last is done.
async function look(number = 1) {
  const mine = ++state.looks;
  stop();
  const tasks = state.tasks;
  waiting(true);
  await state.look;
  if (mine !== state.looks) return;
  const events = [];
  state.look = eye.ask({Task: 'look', ...request()}, event => events.push(event));
  const done = await state.look;
  if (mine !== state.looks || !done) return;
  state.found = events.find(event => event.Found)?.Found || null;
  describe(state.found);
  if (tasks !== state.tasks) return;
  waiting(false);
  forget('trouble');
  forgetResult();
  clearRows();
  const add = listRows();
  for (const event of events) {
    if (event.Row) add(event);
    if (event.Message) tell('trouble', event.Message);
  }
  settle(number);
}

// describe shows what the format is.
function describe(found) {
  const none = !found || found.Shape[0] === 0;
  byID('found').textContent = none ? 'No puzzle yet: choose a size, or type rows of numbers.' :
    found.Format === plain ? `${found.Summary}.` :
      `${found.Detected ? 'This is ' : ''}${found.Format}: ${found.Summary}.`;
  showKind(found);
  byID('about').replaceChildren(...!found ? [] : [
    ['format', `${found.Format}, ${found.Title}`],
    ['puzzles', found.Input], ['answers', found.Output],
  ].flatMap(([name, text]) => [element('dt', {}, name), element('dd', {}, text)]));
  const sizes = (found?.Sizes || [[3, 3]]).map(pair => pair.join('x'));
  const wish = [found?.Shape.join('x'), value('size'), '3x3', sizes[0]];
  byID('size').replaceChildren(...sizes.map(text => element('option', {}, text)));
  byID('size').value = wish.find(text => sizes.includes(text));
}

// showKind presses the chip for the kind of puzzles that were found.
function showKind(found) {
  const isPlain = !found || found.Format === plain;
  const kinds = [...byID('kinds').children];
  const size = kinds.find(chip => chip.value === found?.Shape.join('x'));
  const kind = !isPlain ? 'judge' : size ? size.value : 'rows';
  for (const chip of kinds) chip.setAttribute('aria-pressed', chip.value === kind);
  if (found) byID('judge').hidden = isPlain;
}

// chooseKind does what a chip says.
function chooseKind(kind) {
  if (kind === 'judge') {
    byID('judge').hidden = false;
    return byID('format').focus();
  }
  byID('format').value = plain;
  if (kind === 'rows') {
    look();
    return byID('input').select();
  }
  shuffle(kind);
}

// replace puts what a task writes in place of the puzzles.
async function replace(task, number = 1) {
  stop();
  forget('trouble');
  waiting(true);
  state.looks++; // what is being looked at is out of date
  await eye.ask(task, event => {
    if (event.Input) byID('input').value = event.Input;
    if (event.Message) tell('trouble', event.Message);
  });
  if (byID('trouble').childElementCount === 0) await look(number);
  else waiting(false);
}

const someFormat = () => value('format') || state.found?.Format || plain;

// shuffle makes a random puzzle.
function shuffle(size = value('size')) {
  const [Rows, Cols] = size.split('x').map(Number);
  byID('format').value = someFormat();
  replace({Task: 'make', Format: someFormat(), Rows, Cols,
    Seed: crypto.getRandomValues(new Uint32Array(1))[0]});
}

function example() {
  byID('format').value = someFormat();
  replace({Task: 'example', Format: someFormat()});
}

function forgetResult() {
  forget('troubles');
  byID('output').textContent = byID('summary').textContent = byID('progress').textContent = '';
  byID('figures').replaceChildren();
  showCurve(null);
  byID('result').hidden = true;
}

function tick() {
  const seconds = ((performance.now() - state.begun) / 1000).toFixed(1);
  const done = state.progress ? `, ${state.progress} done` : '';
  byID('hint').hidden = !state.busy || seconds < 5 || tab() !== 'solve' || moves() === 'shorter';
  byID('progress').textContent = state.busy ? `searching for ${seconds} s${done}` : '';
}

function setBusy(busy) {
  state.busy = busy;
  state.begun = performance.now();
  state.progress = '';
  byID('go').setAttribute('aria-disabled', busy);
  byID('stop').hidden = !busy;
  clearInterval(state.timer);
  if (busy) state.timer = setInterval(tick, 200);
  waiting(busy);
  tick();
}

const requests = {
  solve: () => ({To: value('answer-as'), Search: moves()}),
  check: () => ({Answers: value('answers'), Require: value('require')}),
  compare: () => ({Searches: [...document.querySelectorAll('[name=search]:checked')]
    .map(box => box.value).join(',')}),
  watch: () => ({Search: value('watched'), Puzzle: list.chosen ? numberOf(list.chosen) : 1}),
  convert: () => ({To: value('convert-to'),
    Answers: byID('convert-answers').checked ? value('answers') : ''}),
};

// work does the task of the tab.
async function work() {
  if (state.busy) return;
  const task = tab(), chosen = list.chosen ? numberOf(list.chosen) : 1;
  forget('trouble');
  forgetResult();
  const listed = task === 'solve' || task === 'check';
  let add = listRows();
  state.tasks++;
  setBusy(true);
  const done = await hand.ask({Task: task, ...request(), ...requests[task]()}, event => {
    if (event.Again) {
      add = listRows();
      byID('output').textContent = '';
    }
    if (event.Row && listed) add(event);
    if (event.Curve) showCurve(event.Curve);
    if (event.Message) tell('troubles', event.Message);
    if (event.Progress) state.progress = event.Progress;
    if (event.HTML) showFigures(event.HTML);
    if (event.Page) showPage(event.Page);
    if (event.Output) {
      byID('output').append(event.Output);
      byID('result-title').textContent = titles[task];
      byID('use').hidden = task !== 'convert' || byID('convert-answers').checked;
      byID('result').hidden = false;
    }
  });
  if (done === null) return;
  setBusy(false);
  byID('summary').textContent = done.Summary;
  if (listed) settle(chosen);
  if (task === 'solve') playByItself();
}

// playByItself plays what was found, within some 20 s if that is not too quick for the eyes.
function playByItself() {
  const frames = player.film?.d.length || 0;
  if (frames === 0 || player.timer || still()) return;
  player.delay = 500;
  while (player.delay > 70 && player.delay * frames > 20000) player.delay /= 2;
  faster(1);
  play();
}

const still = () => matchMedia('(prefers-reduced-motion:reduce)').matches;

// showPage shows a document in a frame.
function showPage(text) {
  byID('figures').replaceChildren(element('iframe', {title: 'The search, step by step',
    srcdoc: text}));
  byID('figures').scrollIntoView({behavior: still() ? 'auto' : 'smooth'});
}

// showFigures shows the figures of a comparison, which the solver writes as HTML.
function showFigures(html) {
  byID('figures').replaceChildren(document.createRange().createContextualFragment(html));
  byID('figures').scrollIntoView({behavior: still() ? 'auto' : 'smooth'});
}

// findPath finds moves for the chosen row, if its answer has none.
async function findPath() {
  const row = list.chosen;
  if (!row?.noPath || state.busy) return;
  row.noPath = false;
  setBusy(true);
  const done = await hand.ask({Task: 'show', ...request(), Puzzle: numberOf(row)}, event => {
    if (event.Row) row.film = unpack(event.Row).film;
    if (event.Message) tell('troubles', event.Message);
  });
  if (done === null) return;
  setBusy(false);
  if (list.chosen === row) load(row.film);
}

function stop() {
  if (!state.busy) return;
  hand.stop();
  setBusy(false);
  byID('summary').textContent = 'The search was stopped.';
  if (curve.points.length > 0) playByItself();
}

function select(name) {
  if (name !== tab()) staleIs();
  for (const button of document.querySelectorAll('[role=tab]')) {
    const on = button.id === `tab-${name}`;
    button.setAttribute('aria-selected', on);
    button.tabIndex = on ? 0 : -1;
    byID(button.getAttribute('aria-controls')).hidden = !on;
  }
  byID('go').textContent = verbs[name];
}

function nextTab(event) {
  const all = Object.keys(verbs), at = all.indexOf(tab());
  const to = {ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: -1}[event.key];
  if (to === undefined) return;
  event.preventDefault();
  select(all.at(to % all.length));
  byID(`tab-${tab()}`).focus();
}

async function copy() {
  try {
    await navigator.clipboard.writeText(byID('output').textContent);
    byID('summary').textContent = 'Copied.';
  } catch {
    getSelection().selectAllChildren(byID('output'));
    byID('summary').textContent = 'It is marked: copy it with the keyboard.';
  }
}

async function slide({cells, to}) {
  const number = numberOf(list.chosen);
  await replace({Task: 'slide', ...request(), Puzzle: number, Cells: cells}, number);
  focusCell(to);
}

function use() {
  const text = byID('output').textContent;
  byID('format').value = value('convert-to');
  byID('input').value = text;
  look();
}

// staleIs forgets the outcome of a task that has changed.
function staleIs() {
  if (byID('summary').textContent === '' && !state.busy) return;
  look(list.chosen ? numberOf(list.chosen) : 1);
}

let typed = 0;
byID('input').addEventListener('input', () => {
  if (value('format') === plain) byID('format').value = '';
  waiting(true);
  clearTimeout(typed);
  typed = setTimeout(() => look(), 250);
});
byID('format').addEventListener('change', () => look());
byID('list').addEventListener('click', findPath);
document.querySelector('[role=tablist]').addEventListener('click', event =>
  event.target.matches('[role=tab]') && select(event.target.id.slice(4)));
document.querySelector('[role=tablist]').addEventListener('keydown', nextTab);
for (const id of ['answers', 'require']) byID(id).addEventListener('input', staleIs);
byID('kinds').addEventListener('click', event =>
  event.target.matches('button') && chooseKind(event.target.value));
byID('size').addEventListener('change', () => shuffle());
document.addEventListener('keydown', event => {
  if (byID('helper').open || event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
  event.preventDefault();
  work();
});
byID('searches').addEventListener('change', staleIs);
onClick({instead: () => {
  stop();
  document.querySelector('[name=moves][value=shorter]').checked = true;
  work();
}});
onClick({help: () => byID('helper').showModal()});
onClick({go: work, stop, shuffle, share, copy, use, example});
byID('keys').textContent = 'Press or drag a tile in line with the gap to slide it; type a number ' +
  'on a tile to swap the two. Space plays, arrows left and right step, + and − change the ' +
  'speed, Ctrl+Enter solves.';
onSlide(slide);
onDrag(slide);
onType(slide);
listen(document, playerKeys);
addEventListener('hashchange', readLink);
readLink();
