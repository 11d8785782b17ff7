// The version of the device database's format. Opening an older one upgrades it (store-upgrade.ts).

/**
 * Increased by `npm run store-version` for a changed schema, table or index; `schemas` is their
 * hash. Increase it by hand for a change of `_meta` and for a new major version of RxDB, otherwise
 * browsers cannot open an existing store.
 */
export const storeFormat = {
  version: 44,
  schemas: "b8894bf34f13f168",
} as const;
