// The memory of Python when it is ready to score, kept on the phone: reading it back takes a tenth of starting afresh.
// IndexedDB is there without https too.

const DATABASE = "engine";
const STORE = "memory";

/** Return whether there is memory kept for these files. */
export async function hasMemory(files) {
  return Boolean(await inStore("readonly", (store) => store.getKey(files)).catch(() => null));
}

/** Return the memory kept for these files. */
export function readMemory(files) {
  return inStore("readonly", (store) => store.get(files));
}

/** Keep the memory for these files, and none for others. Where there is no room, Python starts afresh each time. */
export async function keepMemory(files, memory) {
  await inStore("readwrite", (store) => {
    store.clear();
    return store.put(memory, files);
  }).catch(() => {});
}

/** Drop all memory, such as one that can't be used. */
export async function dropMemory() {
  await inStore("readwrite", (store) => store.clear()).catch(() => {});
}

function inStore(mode, ask) {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open(DATABASE, 1);
    opening.onupgradeneeded = () => opening.result.createObjectStore(STORE);
    opening.onerror = () => reject(opening.error);
    opening.onsuccess = () => {
      const change = opening.result.transaction(STORE, mode);
      const asked = ask(change.objectStore(STORE));
      change.onabort = change.onerror = () => reject(change.error);
      change.oncomplete = () => {
        opening.result.close();
        resolve(asked.result ?? null);
      };
    };
  });
}
