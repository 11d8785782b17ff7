// True after the person's first report or published campaign.
import { map } from "rxjs";
import { type Query, rowsOf } from "../database/query.ts";

export const hasSubmitted = (testerId: string): Query<boolean> => ({
  key: `hasSubmitted|${testerId}`,
  observe: (store) =>
    rowsOf(store, "feedback", { selector: { tester_id: testerId, status: { $ne: "draft" } }, limit: 1 }).pipe(
      map((list) => list.length > 0),
    ),
});

export const hasPublished = (developerId: string): Query<boolean> => ({
  key: `hasPublished|${developerId}`,
  observe: (store) =>
    rowsOf(store, "campaigns", { selector: { developer_id: developerId, status: { $ne: "draft" } }, limit: 1 }).pipe(
      map((list) => list.length > 0),
    ),
});
