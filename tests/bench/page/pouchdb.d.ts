// The parts of PouchDB that the bench uses; its types are a separate package.
declare module "pouchdb-browser" {
  interface Found<T> {
    rows: { doc?: T & { _id: string; _rev: string } }[];
  }
  // biome-ignore lint/style/noDefaultExport: so is the package
  export default class PouchDB<T> {
    constructor(name: string, options: { adapter: string });
    static plugin(plugin: unknown): void;
    info(): Promise<unknown>;
    bulkDocs(docs: readonly object[]): Promise<unknown>;
    allDocs(options: object): Promise<Found<T>>;
    get(id: string): Promise<T & { _id: string; _rev: string }>;
    put(doc: object): Promise<unknown>;
    changes(options: object): { on(event: "change", heard: () => void): { cancel(): void } };
  }
}
declare module "pouchdb-adapter-indexeddb" {
  const plugin: unknown;
  // biome-ignore lint/style/noDefaultExport: so is the package
  export default plugin;
}
