import { Body, Get, Param, Post, Query } from '@nestjs/common';
import { ApiCreatedResponse, ApiOkResponse, ApiOperation } from '@nestjs/swagger';
import { DashboardController, Support } from '../shared/access/access';
import { CurrentUser, type SignedIn } from '../shared/access/signed-in';
import { IdPipe } from '../shared/http/ids';
import {
  CreateCustomerBody,
  CustomerDetailView,
  CustomerPage,
  CustomerQuery,
  IssuedPasswordLinkView,
  NewCustomerView,
  PasswordLinkOptions,
} from './customers.dto';
import { CustomersService } from './customers.service';
import { InvitationsService } from './invitations.service';

@DashboardController('support', 'Support')
@Support()
export class CustomersController {
  constructor(
    private readonly customers: CustomersService,
    private readonly invitations: InvitationsService,
  ) {}

  @Get('accounts')
  @ApiOperation({ summary: 'Search accounts by name, e-mail address, key or request id' })
  @ApiOkResponse({ type: CustomerPage })
  search(@Query() query: CustomerQuery): Promise<CustomerPage> {
    return this.customers.search(query);
  }

  @Post('accounts')
  @ApiOperation({ summary: 'Create an account and its owner' })
  @ApiCreatedResponse({ type: NewCustomerView })
  create(@CurrentUser() user: SignedIn, @Body() body: CreateCustomerBody): Promise<NewCustomerView> {
    return this.invitations.create(user, body);
  }

  @Get('accounts/:account_id')
  @ApiOperation({ summary: 'Get an account and its owners' })
  @ApiOkResponse({ type: CustomerDetailView })
  read(@Param('account_id', IdPipe) accountId: number): Promise<CustomerDetailView> {
    return this.customers.read(accountId);
  }

  @Post('users/:user_id/password-link')
  @ApiOperation({ summary: 'Issue a one-time link for an owner to set a password' })
  @ApiCreatedResponse({ type: IssuedPasswordLinkView })
  passwordLink(
    @CurrentUser() user: SignedIn,
    @Param('user_id', IdPipe) userId: number,
    @Body() options: PasswordLinkOptions,
  ): Promise<IssuedPasswordLinkView> {
    return this.invitations.issuePasswordLink(user, userId, options);
  }
}
