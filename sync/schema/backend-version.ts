/**
 * The newest migration, by the number of its file: what this version of the app asks its server
 * for.
 */
export const backendVersion = "20261124001470";
