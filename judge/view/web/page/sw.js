// The service worker keeps a copy of the page, which it shows when the server can't be reached.
const files = ['./', 'manifest.webmanifest', 'icon.svg'];
const open = () => caches.open('tilejudge');

async function answer(request) {
  try {
    const response = await fetch(request);
    if (response.ok) (await open()).put(request, response.clone());
    return response;
  } catch (error) {
    const copy = await (await open()).match(request, {ignoreSearch: true});
    if (copy) return copy;
    throw error;
  }
}

addEventListener('install', event => {
  skipWaiting();
  event.waitUntil(open().then(cache => cache.addAll(files)));
});
addEventListener('activate', event => event.waitUntil(clients.claim()));
addEventListener('fetch', event =>
  event.request.method === 'GET' && event.respondWith(answer(event.request)));
