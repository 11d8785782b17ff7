import { TextLink } from "../../../ui/button.tsx";

/** A name that leads to the person's page. Without an id (the server's deed, a deleted account) it is text. */
export function PersonLink({ id, name }: { id: string | null; name: string }) {
  if (id === null || name === "") return name;
  return (
    <TextLink to="/admin/users/$userId" params={{ userId: id }}>
      {name}
    </TextLink>
  );
}
