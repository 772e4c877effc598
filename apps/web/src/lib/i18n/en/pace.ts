import { addTexts } from "../texts.ts";

/** How quick the person is today, and what is left at that pace. */
const pace = {
  today: "<b>{{count, number}}</b> today",
  perRecord: "<b>{{time}}</b> per record",
  left: "at this pace about <b>{{time}}</b> left",
  seconds: "{{count, number}} s",
  minutesAndSeconds: "{{minutes}} min {{seconds}} s",
  minutes: "{{count}} min",
  hours: "{{count, number}} h",
  hoursAndMinutes: "{{hours}} h {{minutes}}",
} as const;

export const texts = addTexts({ pace });
