import { render, screen, waitFor } from "@testing-library/react";
import { describe, expect, test } from "vitest";
import { Markdown } from "./markdown.tsx";
import { renderMarkdown } from "./render-markdown.ts";

const parse = (source: string) => {
  const box = document.createElement("div");
  box.innerHTML = renderMarkdown(source);
  return box;
};

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

  test("FAN-25 links open a new tab without opener, images wait until they are near", () => {
    const box = parse('[home](https://example.org) ![bird](https://example.org/bird.png) <img src="/plain.png">');
    expect(box.querySelector("a")?.getAttribute("rel")).toBe("noopener noreferrer");
    expect(box.querySelector("a")?.target).toBe("_blank");
    expect([...box.querySelectorAll("img")].map(({ alt }) => alt)).toEqual(["bird", ""]);
    expect(box.querySelectorAll("img:not([alt])")).toHaveLength(0);
    expect(box.querySelector("img")?.getAttribute("loading")).toBe("lazy");
    expect(box.querySelector("img")?.alt).toBe("bird");
  });

  test("FAN-25 tables, lists, code and single line breaks are kept", () => {
    const box = parse("| a | b |\n|---|--:|\n| 1 | 2 |\n\n- [x] done\n- open\n\n```\n<b>\n```\n\none\ntwo");
    expect(box.querySelectorAll("td")).toHaveLength(2);
    expect(box.querySelector("li")?.textContent?.trim()).toBe("☑ done");
    expect(box.querySelector("pre code")?.textContent).toBe("<b>\n");
    expect(box.querySelectorAll("p br")).toHaveLength(1);
  });
});

test("FAN-25 the component shows the rendered text, and the source until the renderer is there", async () => {
  render(<Markdown text={"so **bold**\n"} />);
  await waitFor(() => expect(screen.getByText("bold").tagName).toBe("STRONG"));
});
