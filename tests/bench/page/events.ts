// The parts of Node's `events` that PouchDB uses; Vite leaves the module out of pages.
type Listener = (...args: unknown[]) => void;

class EventEmitter {
  declare known?: Map<string, Listener[]>;
  /** Created lazily: PouchDB borrows the methods for objects that it did not construct here. */
  all(): Map<string, Listener[]> {
    this.known ??= new Map();
    return this.known;
  }
  on(name: string, listener: Listener): this {
    this.all().set(name, [...(this.all().get(name) ?? []), listener]);
    return this;
  }
  addListener(name: string, listener: Listener): this {
    return this.on(name, listener);
  }
  once(name: string, listener: Listener): this {
    const once: Listener = (...args) => {
      this.removeListener(name, once);
      listener(...args);
    };
    return this.on(name, once);
  }
  removeListener(name: string, listener: Listener): this {
    this.all().set(
      name,
      (this.all().get(name) ?? []).filter((l) => l !== listener),
    );
    return this;
  }
  removeAllListeners(name?: string): this {
    if (name === undefined) this.all().clear();
    else this.all().delete(name);
    return this;
  }
  emit(name: string, ...args: unknown[]): boolean {
    const all = this.all().get(name) ?? [];
    for (const listener of all) listener.apply(this, args);
    return all.length > 0;
  }
  listenerCount(name: string): number {
    return this.all().get(name)?.length ?? 0;
  }
  listeners(name: string): Listener[] {
    return this.all().get(name) ?? [];
  }
  setMaxListeners(): this {
    return this;
  }
}

// PouchDB copies only enumerable methods.
for (const name of Object.getOwnPropertyNames(EventEmitter.prototype))
  if (name !== "constructor") Object.defineProperty(EventEmitter.prototype, name, { enumerable: true });

// biome-ignore lint/style/noDefaultExport: so is Node's
export default EventEmitter;
