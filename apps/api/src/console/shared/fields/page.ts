import type { Type } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { BooleanField, IntegerField } from './number-fields';
import { AnswerText } from './response-fields';
import { TextField } from './text-fields';

/** Where a list that grows without bound is read on. */
export class PageQuery {
  @TextField({ max: 512, optional: true, description: 'next_cursor of the page before' })
  cursor?: string;

  @IntegerField({ min: 1, max: 200, optional: true, description: 'Rows of a page; 50 when not given' })
  limit?: number;
}

/** A page of a list that grows without bound. */
export interface Page<Item> {
  items: Item[];
  next_cursor: string | null;
  has_more: boolean;
}

/** The class that documents a page of `item`s: extend it to give it a name. */
export function pageOf<Item>(item: Type<Item>): Type<Page<Item>> {
  class PageOf implements Page<Item> {
    @ApiProperty({ type: [item] })
    items: Item[];

    @AnswerText({ nullable: true, description: 'Pass it as cursor to read on; null on the last page' })
    next_cursor: string | null;

    @BooleanField()
    has_more: boolean;
  }
  return PageOf;
}

/** The class that documents a list that is short enough to come whole. */
export function listOf<Item>(item: Type<Item>): Type<{ items: Item[] }> {
  class ListOf {
    @ApiProperty({ type: [item] })
    items: Item[];
  }
  return ListOf;
}
