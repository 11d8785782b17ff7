// Receives shares from the system's share sheet (`share_target` of the manifest), stores them on
// the device, and opens the share page. Sends nothing.
import { registerRoute } from "workbox-routing";
import { addShared, SHARE_PAGE, SHARE_PATH } from "../lib/share-inbox.ts";

async function take(request: Request): Promise<Response> {
  const form = await request.formData();
  const files = form.getAll("files").filter((value): value is File => value instanceof File && value.size > 0);
  const words = ["title", "text", "url"].map((name) => form.get(name)).filter((value) => typeof value === "string");
  const kept = await addShared(files, [...new Set(words.map((word) => word.trim()))].filter(Boolean).join("\n"));
  return Response.redirect(kept ? SHARE_PAGE : `${SHARE_PAGE}?full=true`, 303);
}

export function listenForShares(): void {
  registerRoute(
    ({ url, sameOrigin }) => sameOrigin && url.pathname === SHARE_PATH,
    ({ request }) => take(request),
    "POST",
  );
}
