import { english } from '#contract/languages/language.ts';
import { createCalendar } from '#server/calendar.ts';
import { responseWriter } from '#server/http/endpoint/response-writer.ts';

/** Writes sentences as clients that ask for no language get them. */
export const writeEnglish = responseWriter(english, createCalendar('Asia/Kolkata'), '₹');
