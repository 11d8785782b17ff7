// The version of the local database's format. An older local database is upgraded when it is opened
// (store-upgrade.ts).

/**
 * `npm run store-version` raises it with a changed schema or index, and `schemas` says which ones
 * it stands for. Raise it by hand with what lies beside a row's columns, and with a new major of
 * RxDB:
 * without it, browsers that have a store already cannot open it.
 */
export const storeFormat = {
  version: 26,
  schemas: "4bbe4eb099ffb5c8",
} as const;

/**
 * From this version on a tester's store holds the tester's own campaigns only. An older one holds
 * every public one, too: they are listed until the server's next answer, when the store starts over
 * with what the server gives it now.
 */
export const ownCampaignsSince = 15;
