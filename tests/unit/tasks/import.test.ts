// Scripts as people paste them, and exports of test management tools.
import { expect, test } from "vitest";
import { importCsv, importText } from "../../../src/features/tasks/import.ts";

const step = (action: string, expected = "") => ({ do: action, expect: expected });

test.each([
  [
    "arrows",
    "Open the app => The home screen shows\nTap Log in -> A form opens\nType an address → Accepted\nPay ⇒ Done",
    [
      [
        "",
        step("Open the app", "The home screen shows"),
        step("Tap Log in", "A form opens"),
        step("Type an address", "Accepted"),
        step("Pay", "Done"),
      ],
    ],
  ],
  [
    "Markdown with Windows line ends",
    "## Log in\r\n\r\n1. Open the app => Home\r\n2) Tap **Log in** => Form\r\n\r\n## Log out:\r\n- [ ] Tap the avatar\r\n- [x] Tap Log out => Home",
    [
      ["Log in", step("Open the app", "Home"), step("Tap **Log in**", "Form")],
      ["Log out", step("Tap the avatar"), step("Tap Log out", "Home")],
    ],
  ],
  [
    "a plain title before numbered steps, as pasted from a document",
    "Checkout\n1.\tAdd a product to the cart\n2.\tPay with a card\n\nRefund\n• Open the order\n• Ask for a refund",
    [
      ["Checkout", step("Add a product to the cart"), step("Pay with a card")],
      ["Refund", step("Open the order"), step("Ask for a refund")],
    ],
  ],
  [
    "two columns of a spreadsheet",
    "Open the app\tHome shows\nTap Log in\tForm opens",
    [["", step("Open the app", "Home shows"), step("Tap Log in", "Form opens")]],
  ],
  ["a bold title", "**First run**\nStep 1: Install\nPaso 2. Abrir", [["First run", step("Install"), step("Abrir")]]],
  ["plain lines without a title", "Open the app\nTap Log in", [["", step("Open the app"), step("Tap Log in")]]],
  [
    "hyphens and prices within a step",
    "Buy the 12-month plan for $9.99 - cheapest => $9.99 is charged",
    [["", step("Buy the 12-month plan for $9.99 - cheapest", "$9.99 is charged")]],
  ],
  ["nothing", " \n\n", []],
  ["a title without steps", "# Log in", []],
] satisfies [string, string, [string, ...ReturnType<typeof step>[]][]][])("B16 plain text: %s", (_, text, expected) => {
  expect(importText(text)).toEqual({
    scripts: expected.map(([title, ...steps]) => ({ title, steps })),
    shortened: [],
    left: [],
  });
});

test("B16 an import names the lines that it shortens or leaves out", () => {
  const many = Array.from({ length: 42 }, (_, i) => `Step ${i}: Tap ${i} times`);
  const { scripts, shortened, left } = importText(["# All", `${"👍".repeat(501)} => ok`, ...many].join("\n"));
  expect(scripts[0]?.steps).toHaveLength(40);
  expect([...(scripts[0]?.steps[0]?.do ?? "")]).toHaveLength(500);
  expect({ shortened, left }).toEqual({ shortened: [2], left: [42, 43, 44] });
  const blocks = importText(Array.from({ length: 61 }, (_, i) => `# ${i}\n- go`).join("\n\n"));
  expect(blocks.scripts).toHaveLength(60);
  expect(blocks.left).toHaveLength(1);
});

const csvCases: [string, string, [string, ...ReturnType<typeof step>[]][]][] = [
  [
    "TestRail, one row per case with lists of steps",
    'ID,Title,Section,"Steps","Expected Result"\nC1,Log in,Auth,"1. Open the app\n2. Tap Log in","1. Home\n2. Form"\nC2,Log out,Auth,Tap Log out,Home\n',
    [
      ["Log in", step("Open the app", "Home"), step("Tap Log in", "Form")],
      ["Log out", step("Tap Log out", "Home")],
    ],
  ],
  [
    "Xray, one row per step with the summary repeated",
    "TCID;Test Summary;Summary;Action;Data;Expected Result\r\n1;x;Log in;Open the app;;Home\r\n1;x;Log in;Tap Log in;user;Form\r\n2;y;Log out;Tap Log out;;Home\r\n",
    [
      ["Log in", step("Open the app", "Home"), step("Tap Log in", "Form")],
      ["Log out", step("Tap Log out", "Home")],
    ],
  ],
  [
    "Azure DevOps, with the title on its own row",
    "ID,Work Item Type,Title,Test Step,Step Action,Step Expected\n7,Test Case,Log in,,,\n,,,1,Open the app,Home\n,,,2,Tap Log in,Form\n",
    [["Log in", step("Open the app", "Home"), step("Tap Log in", "Form")]],
  ],
  [
    "a Spanish table with a byte order mark and a line above the header",
    "\ufeffPlan de pruebas,,\nCaso de prueba,Acción,Resultado esperado\nEntrar,Abrir la app,Se ve el inicio\n,Tocar Entrar,Se abre el formulario\n",
    [["Entrar", step("Abrir la app", "Se ve el inicio"), step("Tocar Entrar", "Se abre el formulario")]],
  ],
  ["only steps, separated by tabs", "Step\tExpected\nOpen\tHome\n", [["", step("Open", "Home")]]],
];

test.each(csvCases)("B16 CSV: %s", async (_, text, expected) => {
  expect(await importCsv(text)).toEqual({
    scripts: expected.map(([title, ...steps]) => ({ title, steps })),
    shortened: [],
    left: [],
  });
});

test.each(["", "name,email\nAna,ana@example.test\n", "just a sentence"])(
  "B16 a table without steps is no script: %j",
  async (text) => {
    expect(await importCsv(text)).toBeNull();
  },
);
