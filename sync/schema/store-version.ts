// The version of the local database's format. An older local database is upgraded when it is opened
// (store-upgrade.ts).

/**
 * Raise `version` with any change of a schema, an index or what lies beside a row's columns, and
 * with a new major of RxDB; `schemas` is what tests/unit/sync/format.test.ts then says it must be.
 * Without it, browsers that have a store already cannot open it.
 */
export const storeFormat = {
  version: 5,
  schemas: "e75e9c46fa4c533a",
} as const;
