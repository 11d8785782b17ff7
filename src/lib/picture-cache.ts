/** The service worker's cache of shown pictures. */
export const pictureCache = "pictures";
/** The database where workbox-expiration stores the last use of each picture. */
export const pictureDates = "workbox-expiration";
