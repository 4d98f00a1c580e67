const clock = new Intl.DateTimeFormat("en-GB", {
  hour: "2-digit",
  minute: "2-digit",
  second: "2-digit",
});

/** "12:04:10" */
export const formatClock = (iso: string): string => clock.format(new Date(iso));
