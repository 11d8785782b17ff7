// `npm run dev`: app and backend share one origin and process, as in `npm start`.
import type { Plugin } from "vite";
import type { Backend, BackendOptions } from "./assemble.ts";

export function backend(options: BackendOptions = {}): Plugin {
  return {
    name: "betaflock-backend",
    apply: "serve",
    async configureServer(server) {
      // The app uses a hosted project.
      if (process.env.VITE_SUPABASE_URL) return;
      // Imported here, because a build loads this file too and needs no database.
      const { createBackend } = await import("./assemble.ts");
      const { backendOptions, readEnvironment } = await import("./environment.ts");
      const { checkExposure } = await import("./exposure-check.ts");
      const environment = readEnvironment(process.env);
      const { host, allowedHosts } = server.config.server;
      const listens = host === true ? "0.0.0.0" : host || "localhost";
      const settings = backendOptions(environment);
      const made: Backend = await createBackend({
        ...settings,
        siteUrl: settings.siteUrl ?? `http://localhost:${server.config.server.port ?? 5173}`,
        sample: true,
        host: listens,
        hosts: Array.isArray(allowedHosts) ? allowedHosts : [],
        ...options,
      });
      try {
        await checkExposure(made.database, listens, settings);
      } catch (error) {
        await made.stop();
        throw error;
      }
      server.middlewares.use((incoming, outgoing, next) => {
        if (made.owns(incoming.url ?? "/")) void made.handle(incoming, outgoing);
        else if (made.acceptsHost(incoming, outgoing)) next();
      });
      server.httpServer?.on("upgrade", (incoming, socket, head) => {
        // Other sockets are Vite's (hot reload).
        if (made.owns(incoming.url ?? "")) made.upgrade(incoming, socket, head);
      });
      const close = server.close.bind(server);
      server.close = async () => {
        made.closeSockets();
        await close();
        await made.stop();
      };
    },
  };
}
