import { Module } from '@nestjs/common';
import { HighlightsModule } from '../highlights/highlights.module';
import { OembedController } from './oembed.controller';
import { OembedService } from './oembed.service';

@Module({ imports: [HighlightsModule], controllers: [OembedController], providers: [OembedService] })
export class OembedModule {}
