import { Module } from '@nestjs/common';
import { DocumentationController } from './documentation.controller';
import { OpenapiService } from './openapi-document';

@Module({ controllers: [DocumentationController], providers: [OpenapiService] })
export class DocumentationModule {}
