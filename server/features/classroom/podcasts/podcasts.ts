import { createHmac, timingSafeEqual } from 'node:crypto';
import { fail } from '#server/errors.ts';
import type { CoursePolicy } from '#server/http/course-policy.ts';
import type { Platform } from '#server/platform.ts';
import { imageAddress } from '#server/settings/sections.ts';
import type { Playback } from '../playback/playback.ts';
import { type Episode, writePodcast } from './feed.ts';
import {
  EPISODE_FILES,
  findEpisode,
  findNumber,
  findPublishedCourse,
  listEpisodes,
  raiseNumber,
} from './podcasts.queries.ts';

const MAC_LENGTH = 32;
const TOKEN = /^(?<userId>\w{1,64})\.(?<number>[0-9a-z]{1,8})\.(?<mac>[\w-]{32})$/;

export const PODCAST_PATH = '/podcast';

export type Podcasts = ReturnType<typeof createPodcasts>;

/**
 * The lectures of each course as a private podcast. Its address names a person, and ends with a signature that only this school
 * makes: nothing is stored until the person renews it. The app that knows it is one of the person's devices.
 */
export const createPodcasts = (
  { database, settings, secretKey, clock, publicAddress }: Platform,
  { playback, policy }: { playback: Playback; policy: Pick<CoursePolicy, 'opened'> },
) => {
  const { db } = database;
  const key = secretKey.derive('podcast-address');

  const macOf = (userId: string, number: string): string =>
    createHmac('sha256', key).update(`${userId}.${number}`).digest('base64url').slice(0, MAC_LENGTH);

  const assertOn = async (): Promise<void> => {
    if (!(await settings.community()).podcasts) throw fail('podcasts_off');
  };

  const addressWith = (site: string, token: string): string => `${site}${PODCAST_PATH}/${token}`;

  const addressOf = async (userId: string): Promise<string> => {
    const number = (await findNumber(db, userId)).toString(36);
    return addressWith(await publicAddress(), `${userId}.${number}.${macOf(userId, number)}`);
  };

  /** The person whose current address it is. Throws `podcasts_off` and `file_not_found`. */
  const personOf = async (token: string) => {
    await assertOn();
    const { userId = '', number = '', mac = '' } = TOKEN.exec(token)?.groups ?? {};
    const [given, right] = [Buffer.from(mac), Buffer.from(macOf(userId, number))];
    if (given.length !== right.length || !timingSafeEqual(given, right)) throw fail('file_not_found');
    const person = await playback.personOf(userId);
    if (!person || (await findNumber(db, userId)) !== Number.parseInt(number, 36)) throw fail('file_not_found');
    return person;
  };

  /** Those with a file that apps play. */
  const episodesOf = async (courseId: string): Promise<Episode[]> => {
    const byLecture = Map.groupBy(await listEpisodes(db, courseId), ({ id }) => id);
    return [...byLecture.values()].flatMap(([row]) =>
      row
        ? {
            lectureId: row.id,
            title: row.title,
            description: row.description,
            durationMs: row.duration_ms,
            publishedAt: row.published_at ?? 0,
            fileName: row.name,
            contentType: row.content_type,
          }
        : [],
    );
  };

  return {
    /** Throws `podcasts_off`. */
    addressFor: async (userId: string): Promise<string> => {
      await assertOn();
      return addressOf(userId);
    },

    /** Another address, instead of the one before. Throws `podcasts_off`. */
    renew: async (userId: string): Promise<string> => {
      await assertOn();
      await raiseNumber(db, userId, clock.now());
      return addressOf(userId);
    },

    /** The feed of a course. Throws as `personOf` does, also for a course that is not published. */
    feed: async (token: string, courseId: string): Promise<string> => {
      const person = await personOf(token);
      const course = await findPublishedCourse(db, courseId);
      if (!course) throw fail('file_not_found');
      const site = await publicAddress();
      const podcast = {
        site,
        address: addressWith(site, token),
        courseId,
        title: course.title,
        description: course.description,
        author: course.created_by,
        category: course.category,
        image: course.thumbnail_key === null ? undefined : `${site}${imageAddress(course.thumbnail_key)}`,
      };
      const isOpen = (await policy.opened(person, [courseId])).has(courseId);
      return writePodcast(podcast, isOpen ? await episodesOf(courseId) : undefined);
    },

    /** A media token for a lecture, whose playback decides about access. Throws as `personOf` does. */
    mediaToken: async (token: string, lectureId: string, fileName: string): Promise<string> => {
      if (!EPISODE_FILES.includes(fileName)) throw fail('file_not_found');
      const { id } = await personOf(token);
      const episode = await findEpisode(db, lectureId);
      if (!episode) throw fail('file_not_found');
      const { addressOf: mediaOf } = await playback.addressesFor({ id, sessionHash: `podcast:${token}` }, '');
      return mediaOf(episode, '').split('/')[2] ?? '';
    },
  };
};
