/** As the bucket `releases` says; the server refuses more as well. */
export const MAX_BUILD_BYTES = 500 * 1024 * 1024;
