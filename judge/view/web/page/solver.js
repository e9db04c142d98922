// Solvers. Each has a worker of its own, so a search does not hold up what a person types, and is
// stopped with its worker.
const compiled = (async () => {
  if (document.readyState === 'loading') { // it comes last
    await new Promise(done => addEventListener('DOMContentLoaded', done));
  }
  const text = atob(byID('wasm').textContent);
  const packed = new Uint8Array(text.length);
  for (let i = 0; i < text.length; i++) packed[i] = text.charCodeAt(i); // 10 times as fast as from
  byID('wasm').remove();
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream('gzip'));
  return WebAssembly.compileStreaming(
    new Response(stream, {headers: {'Content-Type': 'application/wasm'}}));
})();
const workerURL = URL.createObjectURL(
  new Blob([byID('worker').textContent], {type: 'text/javascript'}));

class Solver {
  constructor() {
    this.last = 0; // number of the last request
    this.tasks = new Map(); // by number: what hears events, and what is called at the end
    this.start();
  }

  start() {
    const worker = this.worker = new Worker(workerURL);
    this.ready = compiled.then(module => new Promise((resolve, reject) => {
      let begun = false;
      worker.onmessage = ({data: [number, text]}) => {
        if (begun) return this.hear(number, JSON.parse(text));
        begun = true;
        resolve(worker);
      };
      worker.onerror = event => begun ? this.fail(event.message) : reject(new Error(event.message));
      worker.postMessage(module);
    }));
  }

  hear(number, event) {
    if (number === 0) return this.fail(event.Message.Text);
    const task = this.tasks.get(number);
    if (!task) return;
    task.hear(event);
    if (event.Done) {
      this.tasks.delete(number);
      task.end(event.Done);
    }
  }

  fail(text) {
    for (const task of this.tasks.values()) {
      task.hear({Message: {Text: `a fault of tilejudge: ${text}`}});
      task.end({Failed: true, Summary: ''});
    }
    this.tasks.clear();
    this.worker.terminate();
    this.start();
  }

  // ask sends a request. hear is called with each event. It resolves to Done, or to null if the
  // request was stopped.
  ask(request, hear) {
    const number = ++this.last;
    const done = new Promise(end => this.tasks.set(number, {hear, end}));
    this.ready.then(worker => {
      if (this.tasks.has(number)) worker.postMessage([number, JSON.stringify(request)]);
    }, error => {
      this.hear(number, {
        Message: {Text: `this browser can't run the solver: ${error.message}`},
        Done: {Failed: true, Summary: ''},
      });
    });
    return done;
  }

  // stop ends all requests. The next one gets a new worker.
  stop() {
    for (const task of this.tasks.values()) task.end(null);
    this.tasks.clear();
    this.worker.terminate();
    this.start();
  }
}
