/** The service worker's copies of pictures that were shown. */
export const pictureCache = "pictures";
/** Where workbox-expiration keeps when each was used last. */
export const pictureDates = "workbox-expiration";
