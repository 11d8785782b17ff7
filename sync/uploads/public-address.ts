// The addresses of public images. Without anything that a page would have to load for them.

export type PublicBucket = "avatars" | "app-content" | "branding";

/** Where everybody reads the image from. */
export const publicAddress = (url: string, bucket: PublicBucket, path: string): string =>
  `${url}/storage/v1/object/public/${bucket}/${path.split("/").map(encodeURIComponent).join("/")}`;
