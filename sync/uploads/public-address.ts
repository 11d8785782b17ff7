// Builds the addresses of public images. Has no dependencies that a page would have to load.

export type PublicBucket = "avatars" | "app-content" | "branding";

/** Returns an image's public address. */
export const publicAddress = (url: string, bucket: PublicBucket, path: string): string =>
  `${url}/storage/v1/object/public/${bucket}/${path.split("/").map(encodeURIComponent).join("/")}`;
