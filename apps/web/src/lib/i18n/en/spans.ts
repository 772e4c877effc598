export const spans = {
  open: "“{{words}}”, {{label}}: change or remove",
  remove: "Remove {{label}} from “{{words}}”",
  removeIt: "Remove",
  labelOf: "Label of “{{words}}”",
  wordsOf: "{{words}}, {{label}}",
  noMore: "No more spans that way",
  added: "“{{words}}”, {{label}}, added",
  replaced_one: "“{{words}}”, {{label}}, {{count}} span replaced",
  replaced_other: "“{{words}}”, {{label}}, {{count}} spans replaced",
  changed: "“{{words}}” is {{label}} now",
  removed: "“{{words}}”, {{label}}, removed",
  undone: "Undone: {{text}}",
} as const;
