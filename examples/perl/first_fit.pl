#!/usr/bin/env perl
# Every job that fits starts, shortest estimate first:
# optgap simulate --scheduler first-fit-sjf,mine --scheduler-command mine='perl first_fit.pl'
use strict;
use warnings;
use JSON::PP;

$| = 1;
my ($json, $free, @queue, %width) = (JSON::PP->new, 0);
while (my $line = <STDIN>) {
    my $message = $json->decode($line);
    for my $event (@{ $message->{events} }) {
        my ($type, $data) = @{$event}{qw(type data)};
        $free = $data->{nb_resources} if $type eq 'SIMULATION_BEGINS';
        push @queue, $data->{job} if $type eq 'JOB_SUBMITTED';
        $free += delete $width{ $data->{job_id} } if $type eq 'JOB_COMPLETED';
    }
    my ($number, @starts, @later) = sub { (split /!/, shift->{id})[1] };
    for my $job (sort { $a->{walltime} <=> $b->{walltime} || $a->{subtime} <=> $b->{subtime} || $number->($a) <=> $number->($b) } @queue) {
        if ($job->{res} > $free) { push @later, $job; next }
        $free -= $width{ $job->{id} } = $job->{res};
        push @starts, { timestamp => $message->{now}, type => 'EXECUTE_JOB', data => { job_id => $job->{id} } };
    }
    @queue = @later;
    print $json->encode({ now => $message->{now}, events => \@starts }), "\n";
}
