import { courseAddress } from '#contract/catalog/course-address.ts';
import { podcastMessages } from '#contract/classroom/podcast-messages.ts';
import { LISTED_FIELDS, type ReaderTexts, textsForReader } from '#server/database/translations.ts';
import { fail, type Failure } from '#server/errors.ts';
import type { CoursePolicy, PolicyActor } from '#server/http/endpoint/course-policy.ts';
import { createPersonalAddresses } from '#server/http/page/personal-address.ts';
import type { Platform } from '#server/platform.ts';
import { imageAddress } from '#server/settings/sections.ts';
import type { Playback } from '../playback/playback.ts';
import { type Closed, type Episode, type Podcast, writePodcast } from './feed.ts';
import { EPISODE_FILES, findEpisode, findPublishedCourse, isHeardAlone, listEpisodes } from './podcasts.queries.ts';

export const PODCAST_PATH = '/podcast';

/** What a closed course has in place of its episodes. */
const insteadOf = ({ title }: Pick<Podcast, 'title'>, { code, message }: Failure): Closed =>
  code === 'parts_overdue'
    ? { title: podcastMessages.paused, text: message }
    : { title: podcastMessages.ended.title, text: podcastMessages.ended.text(title) };

export type Podcasts = ReturnType<typeof createPodcasts>;

/**
 * The lectures of each course as a private podcast, at an address of the person. The app that knows it is one of the person's
 * devices.
 */
export const createPodcasts = (
  { database, settings, secretKey, clock, publicAddress }: Platform,
  { playback, policy }: { playback: Playback; policy: Pick<CoursePolicy, 'refusalInLink' | 'locksIn'> },
) => {
  const { db } = database;
  const addresses = createPersonalAddresses({
    db,
    secretKey,
    purpose: 'podcast-address',
    table: 'podcast_addresses',
  });

  const assertOn = async (): Promise<void> => {
    if (!(await settings.community()).podcasts) throw fail('podcasts_off');
  };

  const addressWith = (site: string, token: string): string => `${site}${PODCAST_PATH}/${token}`;

  const addressOf = async (userId: string): Promise<string> =>
    addressWith(await publicAddress(), await addresses.tokenOf(userId));

  /** The person whose current address it is. Throws `podcasts_off` and `file_not_found`. */
  const personOf = async (token: string) => {
    await assertOn();
    const userId = await addresses.userOf(token);
    const person = userId === undefined ? undefined : await playback.personOf(userId);
    if (!person) throw fail('file_not_found');
    return person;
  };

  /** Those with a file that apps play, and that are open. */
  const episodesOf = async (person: PolicyActor, courseId: string, texts: ReaderTexts): Promise<Episode[]> => {
    const lockOf = await policy.locksIn(person, courseId);
    const rows = (await listEpisodes(db, courseId)).filter((row) => !isHeardAlone(row) && !lockOf(row.id));
    const byLecture = Map.groupBy(rows, ({ id }) => id);
    return [...byLecture.values()].flatMap(([row]) =>
      row
        ? {
            lectureId: row.id,
            title: texts.of(row.id, 'title', row.title),
            description: texts.of(row.id, 'description', row.description),
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
      await addresses.renew(userId, clock.now());
      return addressOf(userId);
    },

    /** The feed of a course. Throws as `personOf` does, also for a course that is not published. */
    feed: async (token: string, courseId: string): Promise<string> => {
      const person = await personOf(token);
      const course = await findPublishedCourse(db, courseId);
      if (!course) throw fail('file_not_found');
      const site = await publicAddress();
      const texts = await textsForReader(
        { database, settings },
        { id: person.id },
        { courseIds: [courseId], fields: LISTED_FIELDS },
      );
      const podcast = {
        address: addressWith(site, token),
        courseId,
        page: `${site}${courseAddress(courseId, course.slug)}`,
        title: texts.of(courseId, 'title', course.title),
        description: texts.of(courseId, 'description', course.description),
        author: course.created_by,
        category: course.category,
        image: course.thumbnail_key === null ? undefined : `${site}${imageAddress(course.thumbnail_key)}`,
      };
      const closed = await policy.refusalInLink(person, 'watch', { courseId });
      return writePodcast(podcast, closed ? insteadOf(podcast, closed) : await episodesOf(person, courseId, texts));
    },

    /** A media token for a lecture, whose playback decides about access. Throws as `personOf` does. */
    mediaToken: async (token: string, lectureId: string, fileName: string): Promise<string> => {
      if (!EPISODE_FILES.includes(fileName)) throw fail('file_not_found');
      const { id } = await personOf(token);
      const episode = await findEpisode(db, lectureId);
      if (!episode || isHeardAlone({ ...episode, name: fileName })) throw fail('file_not_found');
      const { addressOf: mediaOf } = await playback.addressesFor({ id, sessionHash: `podcast:${token}` }, '');
      return mediaOf(episode, '').split('/')[2] ?? '';
    },
  };
};
