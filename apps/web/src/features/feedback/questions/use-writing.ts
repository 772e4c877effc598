import { type FocusEvent, type KeyboardEvent, useLayoutEffect, useRef, useState } from "react";
import { letterOfPress } from "../../../lib/commands/chord.ts";
import { focusInPanel } from "../../../workbench/labels/option-focus.ts";
import type { TextTab } from "./text-tabs.tsx";

type WritingRules = {
  recordKey: string;
  disabled: boolean;
  /** whether Enter alone begins to write; it submits otherwise */
  enterWrites: boolean;
  /** what a letter typed on the question itself begins; null where letters are commands */
  onLetter: ((letter: string) => void) | null;
};

export type Writing = ReturnType<typeof useWriting>;

/**
 * Who has the focus of a text question: the question, then Enter submits and Shift+Enter begins to write, or its editor, which
 * Escape leaves. `entry` goes on what surrounds the editor, `editor` on the editor itself. Another record begins with neither.
 */
export function useWriting({ recordKey, disabled, enterWrites, onLetter }: WritingRules) {
  const entry = useRef<HTMLDivElement>(null);
  const editor = useRef<HTMLTextAreaElement>(null);
  const [mode, setMode] = useState<{ recordKey: string; tab: TextTab; writing: boolean }>({
    recordKey,
    tab: "write",
    writing: false,
  });
  const { tab, writing } = mode.recordKey === recordKey ? mode : { tab: "write" as const, writing: false };

  /** Set when the editor should have the focus as soon as it has taken the place of the rendered text. */
  const editorWanted = useRef(false);
  const enterEditor = () => {
    const area = editor.current;
    if (area === null) return;
    editorWanted.current = false;
    area.setSelectionRange(area.value.length, area.value.length);
    focusInPanel(area);
  };
  useLayoutEffect(() => {
    if (editorWanted.current) enterEditor();
  });
  const write = () => {
    if (disabled) return;
    editorWanted.current = true;
    setMode({ recordKey, tab: "write", writing: true });
    enterEditor();
  };

  const onKeyDown = (event: KeyboardEvent) => {
    const inEditor = event.target === editor.current;
    const letter = event.target === entry.current ? letterOfPress(event.nativeEvent) : null;
    if (inEditor && event.key === "Escape" && !event.nativeEvent.isComposing) {
      event.preventDefault();
      focusInPanel(entry.current);
    } else if (event.target === entry.current && event.key === "Enter" && !event.ctrlKey && !event.metaKey) {
      if (!event.shiftKey && !enterWrites) return;
      event.preventDefault();
      write();
    } else if (letter !== null && onLetter !== null && !disabled) {
      event.preventDefault();
      onLetter(letter);
      write();
    }
  };
  /**
   * Writing ends when the focus leaves the editor and what belongs to it. The window losing it is no end: the editor has it
   * again when the window has.
   */
  const onBlur = ({ relatedTarget }: FocusEvent) => {
    const isInside = (element: Element | null) =>
      element !== null && element !== entry.current && entry.current?.contains(element) === true;
    if (!writing || isInside(relatedTarget) || isInside(document.activeElement)) return;
    setMode({ recordKey, tab, writing: false });
  };
  return {
    tab,
    writing,
    write,
    /** To the other tab, not writing. */
    select: (next: TextTab) => setMode({ recordKey, tab: next, writing: false }),
    /** The editor was entered by itself, by the pointer or by Tab. */
    onEnter: () => !writing && setMode({ recordKey, tab, writing: true }),
    focus: () => focusInPanel(entry.current),
    entry,
    editor,
    onKeyDown,
    onBlur,
  };
}
