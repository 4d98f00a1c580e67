import { scheduleStrings as words } from "./schedule-strings";

const NUMBER = /^\d+$/;

/** Common schedules in words; others as written. */
export function cronWords(cron: string): string {
  const [minute = "", hour = "", date = "", month = "", weekday = ""] = cron.trim().split(/\s+/);
  const usual = NUMBER.test(minute) && month === "*";
  if (usual && hour === "*" && date === "*" && weekday === "*") return words.hourly(minute);
  if (!usual || !NUMBER.test(hour)) return words.cron(cron);
  const time = `${hour.padStart(2, "0")}:${minute.padStart(2, "0")}`;
  return dayWords(date, weekday, time) ?? words.cron(cron);
}

function dayWords(date: string, weekday: string, time: string): string | undefined {
  if (weekday === "*") {
    if (date === "*") return words.at(words.day, time);
    return NUMBER.test(date) ? words.monthly(date, time) : undefined;
  }
  const day = NUMBER.test(weekday) && words.days[Number(weekday) % 7];
  return date === "*" && day ? words.at(day, time) : undefined;
}

/** A quick check for five cron fields; the server validates the rest. */
export const looksLikeCron = (cron: string): boolean =>
  /^[\d*/,A-Za-z-]+(\s+[\d*/,A-Za-z-]+){4}$/.test(cron.trim());
