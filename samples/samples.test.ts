import { readFileSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { sampleCourses } from './courses.ts';
import { videoFacts } from './mp4.ts';

const MEGABYTE = 1024 * 1024;
const JPEG_START = 'ffd8ff';

const lectures = sampleCourses.flatMap((course) => course.lectures);

function sizeOfFolder(folder: string): number {
  const entries = readdirSync(folder, { withFileTypes: true, recursive: true });
  return entries
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + statSync(path.join(entry.parentPath, entry.name)).size, 0);
}

describe('sample courses', () => {
  it('are four courses with eight lectures or more, without repeated titles', () => {
    expect(sampleCourses.length).toBeGreaterThanOrEqual(4);
    expect(lectures.length).toBeGreaterThanOrEqual(8);
    expect(new Set(sampleCourses.map(({ title }) => title)).size).toBe(sampleCourses.length);
    expect(new Set(lectures.map(({ title }) => title)).size).toBe(lectures.length);
  });

  it('weigh less than 6 MB, script and data included', () => {
    expect(sizeOfFolder(import.meta.dirname)).toBeLessThan(6 * MEGABYTE);
  });

  it('include no unused file', () => {
    const named = [
      ...sampleCourses.map(({ thumbnail }) => thumbnail),
      ...lectures.flatMap((l) => [l.video, l.poster, ...(l.captions ? [l.captions.path] : [])]),
    ];
    const folder = path.join(import.meta.dirname, 'files');
    expect(readdirSync(folder).toSorted()).toEqual(named.map((file) => path.relative(folder, file)).toSorted());
  });

  it.each(sampleCourses)('$title has a description, lectures and a JPEG thumbnail', (course) => {
    expect(course.title.length).toBeGreaterThanOrEqual(8);
    expect(course.description.length).toBeGreaterThanOrEqual(20);
    expect(course.category).not.toBe('');
    expect(course.createdBy).not.toBe('');
    expect(course.lectures.length).toBeGreaterThanOrEqual(2);
    expect(readFileSync(course.thumbnail).toString('hex', 0, 3)).toBe(JPEG_START);
  });

  it.each(lectures)('$title is H.264 with AAC, starts at once, and has the recorded length and size', (lecture) => {
    const bytes = readFileSync(lecture.video);
    const { boxes, formats, durationMs } = videoFacts(bytes);
    expect(boxes[0]).toBe('ftyp');
    expect(boxes).toContain('moov');
    expect(boxes.indexOf('moov')).toBeLessThan(boxes.indexOf('mdat'));
    expect(formats.toSorted()).toEqual(['avc1', 'mp4a']);
    expect(Math.abs(durationMs - lecture.durationMs)).toBeLessThanOrEqual(100);
    expect(lecture.durationMs).toBeGreaterThanOrEqual(20_000);
    expect(lecture.durationMs).toBeLessThanOrEqual(40_000);
    expect(bytes.length).toBe(lecture.sizeBytes);
  });

  it.each(lectures.flatMap(({ captions, durationMs }) => (captions ? [{ ...captions, durationMs }] : [])))(
    '$path is said before the video ends',
    ({ path: file, durationMs }) => {
      const text = readFileSync(file, 'utf8');
      expect(text).toMatch(/^WEBVTT\n\n00:01\.200 --> /);
      const endsSec = Math.max(...Array.from(text.matchAll(/--> 00:(\d\d\.\d{3})\n/g), ([, sec]) => Number(sec)));
      expect(endsSec).toBeGreaterThan(durationMs / 1000 - 5);
      expect(endsSec).toBeLessThan(durationMs / 1000);
    },
  );

  it.each(lectures)('$title has a description and a WebP poster', ({ description, poster }) => {
    expect(description.length).toBeGreaterThanOrEqual(20);
    const head = readFileSync(poster).toString('latin1', 0, 12);
    expect(head).toMatch(/^RIFF.{4}WEBP$/s);
  });
});
