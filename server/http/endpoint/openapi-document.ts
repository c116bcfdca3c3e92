import type { z } from 'zod';

export type Schema = z.core.JSONSchema.BaseSchema;

export interface Parameter {
  name: string;
  in: 'path' | 'query';
  required: boolean;
  schema: Schema;
}

export interface Content {
  schema: Schema;
  encoding?: Record<string, { contentType: string }>;
}

export interface OpenApiResponse {
  description: string;
  headers?: Record<string, { description: string; schema: Schema }>;
  content?: Record<string, Content>;
}

export interface Operation {
  operationId: string;
  summary: string;
  description: string;
  tags: string[];
  'x-access': string;
  security: Record<string, string[]>[];
  parameters?: Parameter[];
  requestBody?: { required: true; content: Record<string, Content> };
  responses: Record<string, OpenApiResponse | { $ref: string }>;
}

export interface SentMessage {
  summary: string;
  description: string;
  parameters: { name: string; in: 'header'; required: true; description: string; schema: Schema }[];
  requestBody: { required: true; content: Record<string, Content> };
  responses: Record<string, OpenApiResponse>;
}

export interface OpenApiDocument {
  openapi: '3.1.0';
  info: { title: string; version: string; description: string };
  servers: { url: string }[];
  tags: { name: string }[];
  paths: Record<string, Record<string, Operation>>;
  /** What the school sends to other programs. */
  webhooks: Record<string, { post: SentMessage }>;
  components: {
    schemas: Record<string, Schema>;
    responses: Record<string, OpenApiResponse>;
    securitySchemes: Record<string, object>;
  };
}
