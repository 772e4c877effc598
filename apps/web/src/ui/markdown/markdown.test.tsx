import { fireEvent, render, screen, waitFor } from "@testing-library/react";
import fc from "fast-check";
import { describe, expect, test, vi } from "vitest";
import { Markdown } from "./markdown.tsx";
import { PictureHosts } from "./picture-hosts.ts";
import { readHtml, signFormulas } from "./read-markdown.ts";
import { renderMarkdown } from "./render-markdown.tsx";

const parse = (source: string, headingsFrom = 3) => render(<div>{renderMarkdown(source, headingsFrom)}</div>).container;

describe("FAN-25 markdown is sanitised", () => {
  test.each([
    ["a script", "<script>alert(1)</script>"],
    ["a style element", "<style>body{display:none}</style>"],
    ["a style attribute", '<p style="position:fixed">x</p>'],
    ["a frame", '<iframe src="https://example.org"></iframe>'],
    ["an object", '<object data="x"></object><embed src="x">'],
    ["an event attribute", '<img src="x.png" onerror="alert(1)">'],
    ["an event attribute on svg", '<svg onload="alert(1)"><use href="#x"></use></svg>'],
    ["a form", '<form action="/x"><input name="a"><button>go</button></form>'],
    ["a script address", '[x](javascript:alert(1)) <a href=" java\nscript:alert(1)">y</a>'],
    ["a data address in a link", '<a href="data:text/html,<script>alert(1)</script>">x</a>'],
    ["an id and a class", '<p id="root" class="fixed inset-0">x</p>'],
    ["a script that is not closed", "<p>before</p><script>alert(1)"],
    ["nested nonsense", "<math><mtext><table><mglyph><style><img src=x onerror=alert(1)>"],
  ])("FAN-25 %s does not get through", (_, source) => {
    const box = parse(source);
    expect(box.querySelector("script, style, iframe, object, embed, form, input, button, svg, math")).toBeNull();
    for (const element of box.querySelectorAll("*")) {
      for (const { name, value } of element.attributes) {
        expect(name).not.toMatch(/^on|^style$|^id$|^class$/);
        expect(value).not.toMatch(/script:|^data:text/i);
      }
    }
  });

  test("FAN-25 no document ever parses the text: nothing that is dropped was ever there", () => {
    const parser = vi.spyOn(DOMParser.prototype, "parseFromString");
    const inner = vi.spyOn(Element.prototype, "innerHTML", "set");
    const box = parse('<p style="color:red" onclick="x()">a</p><img src="https://example.org/a.png" onerror="x()">');
    expect(parser).not.toHaveBeenCalled();
    expect(inner).not.toHaveBeenCalled();
    expect(box.querySelector("p")?.textContent).toBe("a");
    vi.restoreAllMocks();
  });

  test("FAN-25 whatever is written, only what is on the list comes out, and all words but a script's", () => {
    const piece = fc.constantFrom(
      ..."<p>|</p>|<b|<b>|</b>|<img src=x onerror=y>|<svg/onload=x>|<a href=javascript:x>|</a>|<h1>|</h2>|<!--|-->|&lt;|&#x3c;|word".split(
        "|",
      ),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
        const seen = JSON.stringify(readHtml(pieces.join(""), 3));
        expect(seen).not.toMatch(/"tag":"(?!(?:p|b|img|a|h[3-6])")|"(?:onerror|onload)":|javascript/);
      }),
    );
  });

  test("FAN-25 links open a new tab without opener", () => {
    const box = parse("[home](https://example.org)");
    expect(box.querySelector("a")?.getAttribute("rel")).toBe("noopener noreferrer");
    expect(box.querySelector("a")?.target).toBe("_blank");
  });

  test("FAN-25 nested beyond measure a text is still shown", () => {
    expect(parse(`${"<b>".repeat(20_000)}deep`).textContent.trim()).toBe("deep");
    expect(parse(`${">".repeat(20_000)} deep`).textContent).toContain("deep");
  });

  test("FAN-25 tables, lists, code and single line breaks are kept", () => {
    const box = parse("| a | b |\n|---|--:|\n| 1 | 2 |\n\n- [x] done\n- open\n\n```\n<b>\n```\n\none\ntwo");
    expect(box.querySelectorAll("td")).toHaveLength(2);
    expect(box.querySelector("li")?.textContent?.trim()).toBe("☑ done");
    expect(box.querySelector("pre code")?.textContent).toBe("<b>\n");
    expect(box.querySelectorAll("p br")).toHaveLength(1);
  });
});

describe("FAN-25 pictures", () => {
  test("what the API answers is no picture: to begin a sign-in with a provider waits for a click, our own files do not", () => {
    parse(
      "![go](/api/v1/oauth2/providers/museum/authentication) ![file](/media/a.png) ![way](/media/../api/v1/me) ![letter](/%61pi/v1/me)",
    );
    expect(screen.getAllByRole("img").map((image) => image.getAttribute("alt"))).toEqual(["file"]);
    expect(screen.getAllByRole("button")).toHaveLength(3);
  });

  const bird = "![bird](https://example.org/bird.png)";

  test("one from elsewhere names its host and loads when it is asked for", () => {
    const box = parse(`${bird} and [![map](https://maps.example/1.png)](https://example.org)`);
    expect(box.querySelector("img")).toBeNull();
    // The text is not part of the record's words, which a search covers.
    expect(box.textContent.trim()).toBe("and");
    fireEvent.click(screen.getByRole("button", { name: "Show the picture “map” from maps.example" }));
    expect([...box.querySelectorAll("img")].map(({ src }) => src)).toEqual(["https://maps.example/1.png"]);
    expect(screen.getByRole("button", { name: "Show the picture “bird” from example.org" })).toBeTruthy();
    const [shown] = box.querySelectorAll("img");
    expect(shown?.getAttribute("loading")).toBe("lazy");
    expect(shown?.getAttribute("referrerpolicy")).toBe("no-referrer");
  });

  test("those of the server itself and those in the text load at once", () => {
    const box = parse(
      '<img src="/plain.png"> ![dot](data:image/png;base64,AA==) <img src="data:text/html,x" alt="no">',
    );
    expect([...box.querySelectorAll("img")].map((image) => [image.getAttribute("src"), image.alt])).toEqual([
      ["/plain.png", ""],
      ["data:image/png;base64,AA==", "dot"],
      [null, "no"],
    ]);
    expect(screen.queryByRole("button")).toBeNull();
  });

  test("an address that only looks like one of ours is one from elsewhere", () => {
    parse('<img src="/\\example.org/a.png">');
    expect(screen.getByRole("button", { name: "Show the picture from example.org" })).toBeTruthy();
  });

  test("those of a host that the dataset allows load at once, those of its neighbours do not", () => {
    const { container } = render(
      <PictureHosts value={new Set(["example.org"])}>
        {renderMarkdown(`${bird} ![x](https://evil.example.org/x.png)`, 3)}
      </PictureHosts>,
    );
    expect([...container.querySelectorAll("img")].map(({ alt }) => alt)).toEqual(["bird"]);
    expect(screen.getByRole("button", { name: "Show the picture “x” from evil.example.org" })).toBeTruthy();
  });
});

describe("FAN-25 headings", () => {
  const levels = (source: string, from = 3) =>
    [...parse(source, from).querySelectorAll("h1, h2, h3, h4, h5, h6")].map(({ tagName }) => Number(tagName.slice(1)));

  test("they stand under the title above them and skip no level, whatever the text chose", () => {
    expect(levels("# a\n\n## b\n\n# c")).toEqual([3, 4, 3]);
    expect(levels("##### a\n\n# b\n\n#### c", 4)).toEqual([4, 4, 5]);
    expect(levels("# a\n\n## b\n\n### c\n\n#### d\n\n##### e")).toEqual([3, 4, 5, 6, 6]);
  });

  test("their order never jumps", () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 6 }), { maxLength: 20 }), (chosen) => {
        const nodes = readHtml(chosen.map((level) => `<h${level}>x</h${level}>`).join(""), 3);
        const drawn = nodes.map((node) => (typeof node === "string" ? 0 : Number(node.tag.slice(1))));
        for (const [index, level] of drawn.entries()) expect(level).toBeLessThanOrEqual((drawn[index - 1] ?? 2) + 1);
      }),
    );
  });
});

describe("FAN-40 formulas", () => {
  const formulas = (source: string) =>
    [...parse(source).querySelectorAll(".postil-formula")].map(({ textContent }) => textContent);

  test.each([
    ["in a line", "so $x^2$ and $\\frac{a_1}{b_2}$.", ["$x^2$", "$\\frac{a_1}{b_2}$"]],
    ["on a line of its own", "before\n\n$$\na = b\n- c\n$$\n\nafter", ["$$a = b\n- c$$"]],
    ["on a line of its own, in the middle of one", "so $$\\sum_i i$$ holds", ["$$\\sum_i i$$"]],
    ["with a dollar of its own", "$5\\$ < x$", ["$5\\$ < x$"]],
    ["with what is markup elsewhere", "$a_1*b_2*c <b>$", ["$a_1*b_2*c <b>$"]],
  ])("FAN-40 %s", (_, source, expected) => {
    expect(formulas(source)).toEqual(expected);
  });

  test.each([
    ["prices", "it costs $5, or $10 for two"],
    ["one dollar", "5$"],
    ["code", "`$x$` and\n```\n$y$\n```\n\n    $z$"],
    ["addresses", "[a](https://x.example/?a=$b$c)"],
    ["escaped signs", "\\$x\\$"],
    ["another line", "a $x\nb$ c"],
    ["nothing between", "$$ and $ $"],
  ])("FAN-40 %s are no formula", (_, source) => {
    expect(formulas(source)).toEqual([]);
  });

  test("FAN-40 they are drawn once the library is there, what is no TeX is shown, and nothing of it leads anywhere", async () => {
    const box = parse("$x^2$ $\\href{javascript:alert(1)}{y}$ $\\frac{$");
    await waitFor(() => expect(box.querySelector("msup")).not.toBeNull());
    expect(box.querySelector("a, [href], script, img")).toBeNull();
    expect(box.textContent).toContain("\\frac{");
  });

  test("FAN-40 what is code or an address stays as it was written, and so do words that stand for formulas", () => {
    const box = parse("`$x$` [a](https://x.example/?a=$b$c) formula0q $y$");
    expect(box.querySelector("code")?.textContent).toBe("$x$");
    expect(box.querySelector("a")?.getAttribute("href")).toBe("https://x.example/?a=$b$c");
    expect(box.textContent).toContain("formula0q $y$");
  });

  test("FAN-40 what is taken out of a text comes back as it was, whatever is written", () => {
    const piece = fc.constantFrom(
      "$",
      "$$",
      "\\",
      "`",
      " ",
      "\n",
      "\n\n",
      "5",
      "x",
      "formula0q",
      "formula1q",
      "formula0",
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
        const source = pieces.join("");
        const signed = signFormulas(source);
        if (signed !== null) expect(signed.restored(signed.text)).toBe(source);
      }),
    );
  });
});

test("FAN-25 the component shows the rendered text, and the source until the renderer is there", async () => {
  render(<Markdown text={"so **bold**\n"} />);
  await waitFor(() => expect(screen.getByText("bold").tagName).toBe("STRONG"));
});
