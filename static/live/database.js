// A database of the browser with one store, which is waited for only a moment: on some phones it never opens or answers.

/** Milliseconds. */
const TO_ANSWER = 1000;

/** What is being read. On a page that is left it might never end, and nobody could write. */
const reads = new Set();
addEventListener("pagehide", () => reads.forEach(abort));

export class Database {
  /** The modes, "readonly" or "readwrite", in which it gave no answer last, so that it isn't waited for. */
  silent = new Set();

  /**
   * `create` makes its store; `onLost` is told that the phone has closed it, as when its storage is emptied, and
   * `onAnswer` that it may answer again.
   */
  constructor(name, store, { create, onLost, onAnswer }) {
    Object.assign(this, { name, store, create, onLost, onAnswer });
  }

  /**
   * Do something with the store, and return the result of its request once it is safely on the phone. It fails if that
   * takes too long. What has begun by then may be done later, in the order asked for; `then` is called once it is.
   */
  ask(mode, work, then = () => {}) {
    let isLate = false;
    let timer;
    const late = new Promise((_, fail) => {
      const giveUp = () => {
        isLate = true;
        // Another connection may get an answer.
        if (!this.silent.has(mode)) this.opened = null;
        this.silent.add(mode);
        fail(new Error("The database gives no answer."));
      };
      timer = setTimeout(giveUp, this.silent.has(mode) ? 0 : TO_ANSWER);
    });
    const answer = this.transact(mode, work, () => isLate).then((result) => {
      then();
      if (this.silent.delete(mode)) this.onAnswer();
      return result;
    });
    return Promise.race([answer, late]).finally(() => clearTimeout(timer));
  }

  async transact(mode, work, isLate) {
    const transaction = await this.begin(mode);
    return new Promise((done, fail) => {
      if (isLate()) throw new Error("The database opened too late.");
      const request = work(transaction.objectStore(this.store));
      const end = (settle, result) => {
        reads.delete(transaction);
        settle(result);
      };
      if (mode === "readonly") reads.add(transaction);
      transaction.oncomplete = () => end(done, request?.result);
      transaction.onabort = () => end(fail, transaction.error);
    });
  }

  async begin(mode) {
    const start = (database) => database.transaction(this.store, mode, { durability: "strict" });
    const database = await this.open();
    try {
      return start(database);
    } catch {
      // Its connection is lost, as on some phones when they wake up.
      this.opened = null;
      return start(await this.open());
    }
  }

  open() {
    return (this.opened ??= this.openAnew().catch((error) => {
      this.opened = null;
      throw error;
    }));
  }

  openAnew() {
    return new Promise((done, fail) => {
      const request = indexedDB.open(this.name, 1);
      request.onupgradeneeded = () => this.create(request.result);
      request.onerror = () => fail(request.error);
      request.onsuccess = () => {
        // A phone closes it when it is short of memory, or when its storage is emptied.
        request.result.onclose = request.result.onversionchange = () => {
          request.result.close();
          this.opened = null;
          this.onLost();
        };
        this.opened = Promise.resolve(request.result);
        done(request.result);
        // It opened late.
        if (this.silent.size) this.onAnswer();
      };
    });
  }
}

function abort(transaction) {
  try {
    transaction.abort();
  } catch {
    // It has just ended.
  }
}
