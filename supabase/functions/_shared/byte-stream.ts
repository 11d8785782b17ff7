/**
 * Converts a Node stream to a web stream. Opens the source at the first read, and closes it when
 * the reader cancels. `Readable.toWeb` is unusable: a reader that cancels while a chunk is pending
 * causes an uncaught exception, which ends the process (nodejs/node#64529). `ReadableStream.from`,
 * cancelled before the first read, never closes its iterator and leaks the file.
 */
export function byteStream(open: () => AsyncIterator<Uint8Array>, close: () => void): ReadableStream<Uint8Array> {
  let chunks: AsyncIterator<Uint8Array> | undefined;
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        chunks ??= open();
        const { done, value } = await chunks.next();
        if (done) controller.close();
        else controller.enqueue(value);
      },
      cancel: close,
    },
    { highWaterMark: 0 },
  );
}
