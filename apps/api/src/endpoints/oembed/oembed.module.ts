import { Module } from '@nestjs/common';
import { OembedController } from './oembed.controller';
import { OembedService } from './oembed.service';

@Module({ controllers: [OembedController], providers: [OembedService] })
export class OembedModule {}
