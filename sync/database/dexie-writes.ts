// Inserts of RxDB's own that are mostly there already. At each start RxDB inserts its token and
// each collection's schema to hear that they exist, which takes a transaction that writes. A look
// is enough.
import type { BulkWriteRow, RxDocumentData, RxStorageBulkWriteResponse } from "rxdb";

type Doc = { id: string };
type Row = BulkWriteRow<Doc>;

/** What is used of RxDB's instance. */
export interface InsertInstance {
  bulkWrite(rows: Row[], context: string): Promise<RxStorageBulkWriteResponse<Doc>>;
  findDocumentsById(ids: string[], deleted: boolean): Promise<RxDocumentData<Doc>[]>;
}

const conflict = (writeRow: Row, documentInDb: RxDocumentData<Doc>) => ({
  ...{ status: 409 as const, isError: true as const, documentId: writeRow.document.id },
  ...{ writeRow, documentInDb, context: "read-first" },
});

/**
 * Answers inserts of documents that exist with the conflict that they would end in, without
 * writing.
 */
export function readBeforeInsert(instance: InsertInstance): void {
  const write = instance.bulkWrite.bind(instance);
  instance.bulkWrite = async (rows, context): Promise<RxStorageBulkWriteResponse<Doc>> => {
    if (rows.some(({ previous }) => previous)) return write(rows, context);
    const ids = rows.map(({ document }) => document.id);
    const there = new Map((await instance.findDocumentsById(ids, false)).map((found) => [found.id, found]));
    const known = rows.flatMap((row) => {
      const found = there.get(row.document.id);
      return found ? [conflict(row, found)] : [];
    });
    if (known.length === 0) return write(rows, context);
    const missing = rows.filter(({ document }) => !there.has(document.id));
    const written = missing.length > 0 ? await write(missing, context) : { error: [] };
    return { error: [...known, ...written.error] };
  };
}
