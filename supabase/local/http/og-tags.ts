// Open Graph tags of an app's page, for messengers and search engines, which run no scripts: title,
// description, picture. With hosted Supabase a static web server serves the page, without these
// tags unless it has a rule for them.
import type { Database } from "../database/database.ts";

const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`).replace(/\s+/g, " ");

export function createOgTags(database: Database, siteUrl: string): (pathname: string) => Promise<string> {
  return async (pathname) => {
    const id = /^\/apps\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/i.exec(pathname)?.[1];
    if (!id) return "";
    const [app] = await database.query<{ title: string; description: string; icon_path: string }>(
      "select title, description, icon_path from public.apps where id = $1 and status = 'published' and not _deleted",
      [id],
    );
    if (!app) return "";
    const meta: [property: string, content: string][] = [
      ["og:type", "website"],
      ["og:site_name", "Betaflock"],
      ["og:title", app.title],
      ["og:description", app.description.slice(0, 200)],
      ["og:url", `${siteUrl}/apps/${id}`],
    ];
    if (app.icon_path !== "")
      meta.push(["og:image", `${siteUrl}/storage/v1/object/public/app-content/${encodeURI(app.icon_path)}`]);
    const tags = meta.map(([property, content]) => `<meta property="${property}" content="${escapeHtml(content)}">`);
    return `<title>${escapeHtml(app.title)} · Betaflock</title>${tags.join("")}`;
  };
}
