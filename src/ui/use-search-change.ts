import type { RegisteredRouter, RouteApi, RouteById } from "@tanstack/react-router";

type Search<Id> = RouteById<RegisteredRouter["routeTree"], Id>["types"]["fullSearchSchema"];
type Navigate = (to: { search: (old: object) => object; replace: boolean; resetScroll: boolean }) => Promise<void>;

/**
 * Reads and changes the search parameters of a route. A change replaces the history entry and keeps
 * the scroll position.
 */
export function useSearchChange<const Id>(route: RouteApi<Id>) {
  const search = route.useSearch() as Search<Id>;
  // Cast: the router types a navigation by its route, which is a parameter here.
  const navigate = route.useNavigate() as Navigate;
  const change = (next: Partial<Search<Id>>) =>
    void navigate({ search: (old) => ({ ...old, ...next }), replace: true, resetScroll: false });
  return [search, change] as const;
}
