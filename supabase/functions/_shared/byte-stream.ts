// A web stream over the bytes of a Node stream.

/**
 * Opens the source when the first byte is read, and closes it when the reader cancels.
 * Not by `Readable.toWeb`: a reader that hangs up while a chunk waits makes it throw where nobody
 * can catch it, which ends the process (nodejs/node#64529). Nor by `ReadableStream.from`: cancelled
 * before the first read it never ends the source's iterator, and a file stays open for ever.
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
