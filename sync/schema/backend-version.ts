/** The newest migration's number, which this version of the app requires. */
export const backendVersion = "20261124001470";
