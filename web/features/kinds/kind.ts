import type { MessageDescriptor } from '@lingui/core';
import type { LucideIcon } from 'lucide-react';
import type { ComponentType, LazyExoticComponent } from 'react';
import type { Course } from '#contract/catalog/catalog.ts';
import type { Lecture } from '#contract/classroom/lectures.ts';
import type { SavedLecture } from '#web/features/authoring/curriculum/lecture-panel/use-saved-fields.ts';
import type { LectureOfCourse } from '#web/features/authoring/curriculum/use-curriculum.ts';
import type { CurriculumPlace } from '#web/features/authoring/curriculum/use-add-draft.ts';
import type { Language } from '#contract/languages/language.ts';
import type { NextLecture } from '#web/features/classroom/player/use-player.ts';
import type { ProgressReporter } from '#web/features/classroom/progress/progress-reporter.ts';
import type { KindWord } from '#contract/classroom/kind-facts.ts';

/** Loaded with the first lecture of its kind. */
type Loaded<Props> = LazyExoticComponent<ComponentType<Props>>;

export interface StageProps {
  /** Undefined for a visitor. */
  course: Course | undefined;
  lecture: Lecture;
  /** Undefined for a visitor, of whom nothing is measured. */
  reporter: ProgressReporter | undefined;
  /** Fetches the lecture again, with what is done of it. */
  reload: () => Promise<unknown>;
  /** Drawn over what is read. */
  watermark: string | undefined;
  /** What is opened when this one is done. */
  next: NextLecture | undefined;
}

/** What the lists say of a lecture's length; visitors are not told all of it. */
export type Sized = Pick<Lecture, 'durationMs' | 'pdf' | 'live' | 'questions'>;

/** One kind of lecture, as the pages show it. */
export interface Kind {
  name: MessageDescriptor;
  icon: LucideIcon;
  /** The word for a lecture that is done, such as watched or read, and the rule when it counts as done. */
  done: KindWord;
  doneWhen?: MessageDescriptor;
  /** How long one is: 12:18, 4 min read, 6 pages, Tue 24 Nov; '' while it is unknown. */
  length: (lecture: Sized, timeZone: string, language: Language) => string;
  /** In the place of the player. */
  Stage?: Loaded<StageProps>;
  /** What a visitor sees in its place, if it needs a member. */
  forVisitors?: MessageDescriptor;
  /** What a download keeps beside its pictures and attachments: its file, what it says, or an attempt. */
  offline?: 'file' | 'text' | 'attempt';
  /** What a new one is called whose author is asked for nothing. */
  newTitle?: MessageDescriptor;
  /** In the menu that adds one. */
  addHint: MessageDescriptor;
  /** Asks for the required fields of a new one. */
  AddDialog?: Loaded<CurriculumPlace & { onClose: () => void }>;
  /** What anyone can do with a free preview. */
  freeHint: MessageDescriptor;
  /** What its author edits, above its fields, among them and below. */
  Editor?: Loaded<LectureOfCourse>;
  Fields?: Loaded<LectureOfCourse & { saved: SavedLecture }>;
  Below?: Loaded<LectureOfCourse>;
}
